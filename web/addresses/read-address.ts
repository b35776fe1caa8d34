import type { AddressBody, AddressFormat } from '#contract/addresses.ts'
import type { FieldErrors } from '#contract/errors.ts'

export function readAddress(form: HTMLFormElement, format: AddressFormat): AddressBody {
  const values = new FormData(form)
  const text = (name: string) => String(values.get(name) ?? '').trim()
  const lines = values.getAll('lines').map((line) => String(line).trim())
  return {
    name: text('name'),
    phone: text('phone'),
    country: format.country,
    region: text('region') || null,
    city: text('city') || null,
    lines: lines.filter((line) => line !== ''),
    postcode: text('postcode') || null,
    note: text('note') || null,
    isDefault: values.has('isDefault'),
  }
}

/** An error for each empty required field; the server may report only some of them. */
export function missingFields(
  body: AddressBody,
  { fields }: AddressFormat,
  sentence: string,
): FieldErrors {
  const required = ['name', 'phone', ...fields.flatMap((one) => (one.required ? one.name : []))]
  const typed: Readonly<Record<string, unknown>> = { ...body, lines: body.lines.join('') }
  return Object.fromEntries(
    required.filter((name) => !typed[name]).map((name) => [name, [sentence]]),
  )
}

/** The errors in fields whose rules do not depend on the country. */
export function errorsInAnyCountry({ name, lines, note }: FieldErrors): FieldErrors {
  return { ...(name && { name }), ...(lines && { lines }), ...(note && { note }) }
}
