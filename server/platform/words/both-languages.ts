/** One language is enough: a text without an Arabic version is used for both. */

type Bilingual<Field extends string> = Record<Field | `${Field}_ar`, string>

/** @returns a copy of the form with these fields trimmed and their empty Arabic versions filled in. */
export function inBothLanguages<Field extends string, Form extends Bilingual<Field>>(
  form: Form,
  ...fields: readonly Field[]
): Form {
  const texts = form as Record<string, string>
  const filled = fields.flatMap((field): Array<[string, string]> => {
    const first = (texts[field] ?? '').trim()
    return [
      [field, first],
      [`${field}_ar`, (texts[`${field}_ar`] ?? '').trim() || first],
    ]
  })
  return { ...form, ...Object.fromEntries(filled) }
}
