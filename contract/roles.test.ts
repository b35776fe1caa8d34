import { expect, it } from 'vitest'
import { contractEndpoints } from '#tests/kit/endpoints.ts'
import { areaOf, may, mayCall, ROLES } from './roles.ts'

const CALLS = (await contractEndpoints())
  .map(({ call }) => call)
  .filter((call) => call.includes(' /api/admin/'))

it('puts every call of staff into an area', () => {
  expect(CALLS.length).toBeGreaterThan(60)
  for (const call of CALLS) expect(areaOf(call), call).toBeTruthy()
  expect(() => areaOf('GET /api/admin/unheard')).toThrow('has no area')
})

it('lets owners do everything, and nobody else change the staff', () => {
  expect(CALLS.filter((call) => !mayCall('owner', call))).toEqual([])
  for (const role of ROLES.slice(1)) expect(may(role, 'read', 'staff')).toBe(false)
})

it.for([
  ['manager', 'PUT /api/admin/tax', true],
  ['manager', 'GET /api/admin/exports/{table}', true],
  ['orders', 'POST /api/admin/orders/{id}/refund', true],
  ['orders', 'PUT /api/admin/orders/{id}/address', true],
  ['orders', 'GET /api/admin/customers', true],
  ['orders', 'POST /api/admin/customers/{id}/disable', false],
  ['orders', 'PUT /api/admin/products/{id}', false],
  ['orders', 'GET /api/admin/exports/{table}', false],
  ['orders', 'GET /api/admin/invoices/export', false],
  ['catalog', 'PUT /api/admin/products/{id}', true],
  ['catalog', 'GET /api/admin/orders', false],
  ['catalog', 'GET /api/admin/dashboard', false],
  ['reader', 'GET /api/admin/orders', true],
  ['reader', 'POST /api/admin/orders/{id}/confirm', false],
] as const)('a staff member with the role %s may %s: %s', ([role, call, is]) => {
  expect(mayCall(role, call)).toBe(is)
})
