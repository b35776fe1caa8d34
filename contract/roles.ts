/**
 * What each member of staff may do: asked by the server at every call, and by the screens. Without
 * schemas, for the page.
 */
import type { Endpoint } from './endpoint.ts'

export const ROLES = ['owner', 'manager', 'orders', 'catalog', 'reader'] as const
export type Role = (typeof ROLES)[number]

export type Area = 'orders' | 'catalog' | 'customers' | 'settings' | 'exports' | 'audit' | 'staff'
type Right = 'read' | 'write'

/** What the staff's calls are about, by the first part of their path after `/api/admin/`. */
const AREAS: Readonly<Record<string, Area>> = {
  ...of('orders', ['orders', 'parcels', 'packing-slips', 'purchases', 'invoices', 'dashboard']),
  ...of('catalog', ['products', 'catalog', 'pictures', 'families', 'fit-choices']),
  ...of('catalog', ['brands', 'sub-categories', 'attributes', 'slides', 'partners']),
  ...of('customers', ['customers']),
  ...of('settings', ['coupons', 'shipping-methods', 'cash-on-delivery', 'tax']),
  ...of('settings', ['shop-details', 'emails']),
  ...of('exports', ['exports']),
  ...of('audit', ['audit']),
  ...of('staff', ['staff']),
}

/** A role that may write may read, too. */
const RIGHTS: Readonly<Record<Exclude<Role, 'owner'>, Partial<Record<Area, Right>>>> = {
  manager: {
    ...{ orders: 'write', catalog: 'write', customers: 'write' },
    ...{ settings: 'write', exports: 'write', audit: 'read' },
  },
  orders: { orders: 'write', catalog: 'read', customers: 'read' },
  catalog: { catalog: 'write' },
  reader: {
    ...{ orders: 'read', catalog: 'read', customers: 'read' },
    ...{ settings: 'read', exports: 'read', audit: 'read' },
  },
}

/** Whether the role may open screens of this area, or change what is there. */
export function may(role: Role, right: Right, area: Area): boolean {
  if (role === 'owner') return true
  const given = RIGHTS[role][area]
  return given === 'write' || given === right
}

/** The area of a call of staff, for example `GET /api/admin/orders`. @throws Error for one that has none. */
export function areaOf(call: Endpoint['call']): Area {
  // All of them at once, as the exports of the other tables.
  if (call.endsWith('/invoices/export')) return 'exports'
  const [, name = ''] = /\/api\/admin\/([\w-]+)/.exec(call) ?? []
  const area = AREAS[name]
  if (!area) throw new Error(`${call} belongs to no area: name it in contract/roles.ts`)
  return area
}

/** Whether the role may make this call of staff. */
export function mayCall(role: Role, call: Endpoint['call']): boolean {
  return may(role, call.startsWith('GET ') ? 'read' : 'write', areaOf(call))
}

function of(area: Area, names: readonly string[]): Record<string, Area> {
  return Object.fromEntries(names.map((name) => [name, area]))
}
