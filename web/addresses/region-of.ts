/**
 * The region of a language tag, `AE` of `ar-AE`; empty when the tag has none or is malformed, as
 * some browsers' are.
 */
export function regionOf(tag: string): string {
  try {
    return new Intl.Locale(tag).region ?? ''
  } catch {
    return ''
  }
}
