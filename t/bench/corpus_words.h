
/*
 * Copyright (C) contentlib authors
 *
 * Words for corpus.c, in several scripts, and some that are hard to write as
 * JSON or to search for.
 */


#ifndef _CORPUS_WORDS_H_INCLUDED_
#define _CORPUS_WORDS_H_INCLUDED_


#define CORPUS_WORDS(list)  (sizeof(list) / sizeof(list[0]))


static const char *const  corpus_latin[] = {
    "cat", "dog", "heart", "sun", "happy", "dancing", "a", "the", "with",
    "and", "waves", "hello", "birthday", "coffee", "cup", "of", "tea", "rain",
    "little", "big", "red", "blue", "yellow", "green", "jumps", "over",
    "under", "cloud", "moon", "star", "smiling", "crying", "laughing",
    "winter", "summer", "spring", "autumn", "leaf", "tree", "flower", "hat",
    "balloon", "cake", "pizza", "music", "guitar", "book", "letter", "love",
    "thank", "you", "good", "morning", "night", "weekend", "monday",
    "friday", "party", "fox", "bear", "rabbit", "penguin", "whale", "robot",
    "rocket", "bicycle", "train", "mountain", "beach", "river", "house",
    "garden", "sleeping", "running", "turning", "blinking", "slowly",
    "quickly", "on", "in", "behind", "before", "caf\xc3\xa9", "na\xc3\xafve",
    "\xc3\x89t\xc3\xa9", "gar\xc3\xa7on", "Stra\xc3\x9f" "e",
    "sch\xc3\xb6n", "\xc3\x9c" "bung", "ma\xc3\xb1" "ana", "pi\xc3\xb1" "ata",
    "\xc5\x82\xc3\xb3\xc5\xbc", "\xc4\xb0stanbul", "\xc4\xb1\xc5\x9f\xc4\xb1k"
};


static const char *const  corpus_cyrillic[] = {
    "\xd0\xba\xd0\xbe\xd1\x82",
    "\xd1\x81\xd0\xbe\xd0\xb1\xd0\xb0\xd0\xba\xd0\xb0",
    "\xd1\x81\xd0\xbe\xd0\xbb\xd0\xbd\xd1\x86\xd0\xb5",
    "\xd0\xb4\xd0\xbe\xd0\xb6\xd0\xb4\xd1\x8c",
    "\xd0\x9f\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82",
    "\xd0\xbb\xd1\x8e\xd0\xb1\xd0\xbe\xd0\xb2\xd1\x8c",
    "\xd1\x82\xd0\xb0\xd0\xbd\xd1\x86\xd1\x83\xd0\xb5\xd1\x82",
    "\xd0\xb8", "\xd0\xbd\xd0\xb0", "\xd1\x81"
};


static const char *const  corpus_greek[] = {
    "\xce\xb3\xce\xac\xcf\x84\xce\xb1",
    "\xce\xae\xce\xbb\xce\xb9\xce\xbf\xcf\x82",
    "\xce\x9a\xce\xb1\xce\xbb\xce\xb7\xce\xbc\xce\xad\xcf\x81\xce\xb1",
    "\xce\xb8\xce\xac\xce\xbb\xce\xb1\xcf\x83\xcf\x83\xce\xb1",
    "\xce\xba\xce\xb1\xce\xb9", "\xce\xbc\xce\xb5"
};


static const char *const  corpus_japanese[] = {
    "\xe7\x8c\xab\xe3\x81\x8c", "\xe8\xb8\x8a\xe3\x82\x8b",
    "\xe3\x81\x82\xe3\x82\x8a\xe3\x81\x8c\xe3\x81\xa8\xe3\x81\x86",
    "\xe9\x9b\xa8\xe3\x81\xae\xe6\x97\xa5", "\xe5\xb1\xb1", "\xe6\xb5\xb7",
    "\xe3\x81\x8a\xe3\x82\x81\xe3\x81\xa7\xe3\x81\xa8\xe3\x81\x86"
};


/* prefixes and suffixes; each pair makes another word of an English word */

static const char *const  corpus_prefixes[] = {
    "", "un", "re", "over", "non", "pre", "sub", "out", "mis", "inter",
    "anti", "counter", "multi", "self-"
};


static const char *const  corpus_suffixes[] = {
    "s", "ed", "ing", "er", "ation", "ly", "ness", "able", "ment", "ful",
    "less", "ity", "ist", "ous"
};


/* Japanese particles and word endings */

static const char *const  corpus_particles[] = {
    "\xe3\x81\xae", "\xe3\x81\xaf", "\xe3\x81\x8c", "\xe3\x82\x92",
    "\xe3\x81\xab", "\xe3\x81\xa7", "\xe3\x81\xa8", "\xe3\x82\x82",
    "\xe3\x81\x99\xe3\x82\x8b", "\xe3\x81\x97\xe3\x81\x9f",
    "\xe3\x81\xa6\xe3\x81\x84\xe3\x82\x8b", "\xe3\x81\x8b\xe3\x82\x89"
};


static const char *const  corpus_odd[] = {
    "\\\"quoted\\\"", "100%", "under_score", "back\\\\slash", "<b>bold</b>",
    "AT&T", "\xf0\x9f\x98\x80", "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80",
    "O'Neil", "C++", "a/b", "\xef\xac\x81sh", "\xe2\x84\xaa",
    "e\xcc\x81t\xc3\xa9",
    "50:50", "(maybe)", "*stars*", "\\u2028", "tab\\there"
};


#endif /* _CORPUS_WORDS_H_INCLUDED_ */
