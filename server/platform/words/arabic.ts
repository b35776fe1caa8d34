/** Handles Arabic as people type it: with or without vowel signs, and with commonly confused letters. */

const SIGNS = /[\u0640\u064b-\u065f\u0670]/g

/** Removes vowel signs and elongation, which do not affect the letters. */
export function withoutSigns(text: string): string {
  return text.replace(SIGNS, '')
}

// biome-ignore format: one line is easier to compare with the function in the database.
const LETTERS: Record<string, string> =
  { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي', ک: 'ك', ء: '' }

/** Folds a word's spellings into one, like the Arabic part of `search_fold` in the database. */
export function foldArabic(text: string): string {
  return withoutSigns(text).replace(/[أإآٱىیةؤئکء]/g, (letter) => LETTERS[letter] ?? letter)
}
