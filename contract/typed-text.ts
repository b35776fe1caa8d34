/** Reads what people type or paste, in any script. */

/** Converts Arabic (٠ to ٩) and Persian digits (۰ to ۹) to 0 to 9, leaving other characters unchanged. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}

/** Removes invisible characters: direction marks, joiners, byte order marks. */
export function withoutUnseen(text: string): string {
  return text.replace(/\p{Cf}/gu, '')
}
