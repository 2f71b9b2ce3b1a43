// Terms of a search that no item of a page has: the API has then found the
// nearest ones.

const ENDING = /(?:es|en|er|[sen])$/;
const SHORT = 3;                // characters that stay without the ending
const APOSTROPHE = /['`´ʻʼ‘’‛]/gu;
const MARKS = new RegExp('([\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}'
    + '\\p{sc=Arabic}\\p{sc=Hebrew}])\\p{M}+', 'gu');
const LETTERS = { æ: 'ae', ð: 'd', ø: 'o', þ: 'th', đ: 'd', ħ: 'h', ı: 'i',
    ĸ: 'k', ł: 'l', ŋ: 'ng', œ: 'oe', ŧ: 't', ƀ: 'b', ƒ: 'f', ƙ: 'k', ƴ: 'y',
    ǥ: 'g', ɓ: 'b', ɔ: 'o', ɖ: 'd', ɗ: 'd', ə: 'e', ɛ: 'e', ɨ: 'i', ß: 'ss',
    ς: 'σ' };
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

// as the API folds terms

function folded(text) {
    return text.toLowerCase().normalize('NFKD').toLowerCase()
        .replace(MARKS, '$1').replace(LETTER, (letter) => LETTERS[letter])
        .normalize('NFC');
}

export function missingTerms(text, items) {
    const texts = items.map((item) => folded([item.alt_text ?? '',
        ...(item.tags ?? []).flatMap(({ name, slug }) => [name, slug])]
        .join('\n'))).flatMap((one) => [one, one.replace(APOSTROPHE, '')]);
    const has = (term) => texts.some((one) => one.includes(term));

    return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => {
        const term = folded(word);
        const stem = term.replace(ENDING, '');

        return term && !has(term) && (stem.length < SHORT || !has(stem));
    });
}
