/**
 * The region of a language tag, such as `AE` for `ar-AE`; empty if the tag has none or is malformed, as it is in some
 * browsers.
 */
export function regionOf(tag: string): string {
  try {
    return new Intl.Locale(tag).region ?? ''
  } catch {
    return ''
  }
}
