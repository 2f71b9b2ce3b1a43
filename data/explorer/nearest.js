// Terms of a search that no item of a page has: the API has then found the
// nearest ones.

const ENDING = /(?:es|en|er|[sen])$/;
const SHORT = 3;                // characters that stay without the ending
const LETTERS = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ß: 'ss',
    æ: 'ae', œ: 'oe', þ: 'th' };

function folded(text) {
    return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
        .replace(/[łøđðħıßæœþ]/g, (letter) => LETTERS[letter]);
}

export function missingTerms(text, items) {
    const texts = items.map((item) => folded([item.alt_text ?? '',
        ...(item.tags ?? []).flatMap(({ name, slug }) => [name, slug])]
        .join('\n')));
    const has = (term) => texts.some((one) => one.includes(term));

    return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => {
        const term = folded(word);
        const stem = term.replace(ENDING, '');

        return term && !has(term) && (stem.length < SHORT || !has(stem));
    });
}
