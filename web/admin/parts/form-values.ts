/** Reads the values of a form by field name. */

export type FormValues = ReturnType<typeof valuesOf>

/** Readers of a form's values; texts are trimmed. */
export function valuesOf(data: FormData) {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return {
    text,
    /** Null for an empty field. */
    number: (name: string) => (text(name) === '' ? null : Number(text(name))),
    /** The values of a field that has several. */
    all: (name: string) => data.getAll(name).map(String),
    isOn: (name: string) => data.has(name),
    /** A text in English and Arabic: `name` and `name_ar`. */
    bilingual: <Name extends string>(name: Name) =>
      ({ [name]: text(name), [`${name}_ar`]: text(`${name}_ar`) }) as Record<
        Name | `${Name}_ar`,
        string
      >,
  }
}
