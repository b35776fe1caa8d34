import { describe, expect, it } from 'vitest'
import { contractEndpoints } from '#tests/kit/endpoints.ts'
import { ERROR_STATUS } from './errors.ts'

const ENDPOINTS = await contractEndpoints()

describe('every call of the contract', () => {
  it('is declared once', () => {
    const calls = ENDPOINTS.map(({ call }) => call)

    expect(calls.length).toBeGreaterThan(15)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it.for(ENDPOINTS)('$call has a summary of one sentence without a full stop', (endpoint) => {
    expect(endpoint.summary).toMatch(/^\S.*[^.]$/)
    expect(endpoint.tag).not.toBe('')
  })

  it.for(ENDPOINTS)(
    '$call has a success, and a schema for every parameter of its path',
    (endpoint) => {
      const names = [...endpoint.call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const { properties = {} } = (endpoint.params ?? {}) as { properties?: object }

      expect(Object.keys(properties).sort()).toEqual(names.sort())
      expect(Object.keys(endpoint.replies).some((status) => /^[23]/.test(status))).toBe(true)
    },
  )
})

it('every error code has a status of 400 or more', () => {
  for (const status of Object.values(ERROR_STATUS)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
  }
})
