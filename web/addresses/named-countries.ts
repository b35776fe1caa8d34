/** Countries by their names in a language, in its order. */
export function namedCountries(
  codes: readonly string[],
  locale: string,
): Array<{ code: string; name: string }> {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => compare(one.name, other.name))
}
