/** Digits of Arabic (٠ to ٩) and Persian keyboards (۰ to ۹) as 0 to 9; all else stays. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}
