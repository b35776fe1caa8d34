import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { PRODUCT_COLUMNS } from '#contract/admin/catalog-tables.ts'
import type { Locale } from '#contract/locale.ts'
import english from '#contract/words/en.json' with { type: 'json' }
import { contractEndpoints } from '#tests/kit/endpoints.ts'
import { translate } from '../words/translate.ts'
import { fieldErrors } from './field-errors.ts'

describe('field labels', () => {
  it('exist for every field that a caller may send, and for no other', async () => {
    const names = await sentFields()

    expect(names.size).toBeGreaterThan(70)
    const labeled = Object.keys(english).filter((id) => id.startsWith('field.'))
    expect(labeled.map((id) => id.slice('field.'.length)).sort()).toEqual([...names].sort())
  })

  it('name the field that is wrong, however deep it is', () => {
    const deep = {
      instancePath: '/orders/0/quantity',
      keyword: 'minimum',
      params: { limit: 1 },
    }
    const missing = {
      instancePath: '/specs/2',
      keyword: 'required',
      params: { missingProperty: 'label' },
    }

    expect(sentencesOf(deep, 'en')).toEqual({ orders: ['Quantity must be at least 1.'] })
    expect(sentencesOf(deep, 'ar')).toEqual({ orders: ['الكمية: أقل قيمة مسموح بها هي 1.'] })
    expect(sentencesOf(missing, 'en')).toEqual({ specs: ['Name is required.'] })
  })

  it('call a wrong date a date, not an email address', () => {
    const wrong = (field: string, format: string) =>
      sentencesOf({ instancePath: `/${field}`, keyword: 'format', params: { format } }, 'en')

    expect(wrong('ends_at', 'date-time').ends_at).toEqual(["End isn't a valid date and time."])
    expect(wrong('date', 'date').date).toEqual(["Date isn't a valid date."])
  })

  it('are made of the first errors of a body that has thousands', () => {
    const wrong = { instancePath: '/orders/0/quantity', keyword: 'minimum', params: { limit: 1 } }
    const others = { instancePath: '/coupon', keyword: 'type', params: {} }
    const problems = [...Array(5000).fill(wrong), others]

    expect(Object.keys(fieldErrors(problems as never))).toEqual(['orders'])
  })

  it('leave an unknown name alone', () => {
    const strange = { instancePath: '/constructor', keyword: 'type', params: {} }

    expect(sentencesOf(strange, 'en').constructor).toEqual(["constructor isn't valid."])
  })
})

function sentencesOf(problem: object, locale: Locale): Record<string, string[]> {
  const fields = Object.entries(fieldErrors([problem] as never))
  return Object.fromEntries(
    fields.map(([field, sentences]) => [field, sentences.map((one) => translate(locale, one))]),
  )
}

async function sentFields(): Promise<Set<string>> {
  const names = new Set<string>()
  for (const { body, query, params, headers } of await contractEndpoints()) {
    for (const schema of [body, query, params, headers]) collect(schema, names)
  }
  // Errors in an imported file name its columns as fields.
  for (const column of PRODUCT_COLUMNS) names.add(column)
  return names
}

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

function collect(schema: TSchema | Schema | undefined, names: Set<string>): void {
  if (!schema) return
  const { properties = {}, items, anyOf = [] } = schema as Schema
  for (const [name, part] of Object.entries(properties)) {
    names.add(name)
    collect(part, names)
  }
  for (const part of [items, ...anyOf]) collect(part, names)
}
