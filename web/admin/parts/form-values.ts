import { numberIn } from '#contract/read-decimal.ts'

export type FormValues = ReturnType<typeof valuesOf>

/** Functions that read a form's values by field name; strings are trimmed, except those that `all` returns. */
export function valuesOf(data: FormData) {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return {
    names: [...data.keys()],
    text,
    /** The number in a required field; NaN, which the server refuses, if there is none. */
    figure: (name: string) => numberIn(text(name)),
    /** Null for an empty field. */
    number: (name: string) => (text(name) === '' ? null : numberIn(text(name))),
    all: (name: string) => data.getAll(name).map(String),
    isOn: (name: string) => data.has(name),
    /** The two texts of `BilingualFields`: for `title`, the fields `title` and `title_ar`. */
    bilingual: <Name extends string>(name: Name) =>
      ({ [name]: text(name), [`${name}_ar`]: text(`${name}_ar`) }) as Record<
        Name | `${Name}_ar`,
        string
      >,
  }
}
