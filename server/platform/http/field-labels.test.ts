import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { contractEndpoints } from '#tests/kit/endpoints.ts'
import { FIELD_LABELS } from './field-labels.ts'
import { fieldErrors } from './field-messages.ts'

describe('field labels', () => {
  it('exist in both languages for every field that a caller may send', async () => {
    const names = await sentFields()

    expect(names.size).toBeGreaterThan(70)
    const unnamed = [...names].filter((name) => !FIELD_LABELS[name]?.en || !FIELD_LABELS[name]?.ar)
    expect(unnamed, 'Name them in field-labels.ts.').toEqual([])
  })

  it('are of no field that nobody may send', async () => {
    const names = await sentFields()

    expect(Object.keys(FIELD_LABELS).filter((name) => !names.has(name))).toEqual([])
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

    expect(fieldErrors([deep] as never, 'en')).toEqual({ orders: ['Quantity must be at least 1.'] })
    expect(fieldErrors([deep] as never, 'ar')).toEqual({
      orders: ['الكمية: أقل قيمة مسموح بها هي 1.'],
    })
    expect(fieldErrors([missing] as never, 'en')).toEqual({ specs: ['Name is required.'] })
  })

  it("leave a name alone that is nobody's", () => {
    const strange = { instancePath: '/constructor', keyword: 'type', params: {} }

    expect(fieldErrors([strange] as never, 'en').constructor).toEqual(['constructor is not valid.'])
  })
})

async function sentFields(): Promise<Set<string>> {
  const names = new Set<string>()
  for (const { body, query, params, headers } of await contractEndpoints()) {
    for (const schema of [body, query, params, headers]) collect(schema, names)
  }
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
