/**
 * The rights of each staff role: the server checks them on every call, and the screens read them. Free of schemas, to
 * keep them out of the browser bundle.
 */
import type { Endpoint } from './endpoint.ts'

export const ROLES = ['owner', 'manager', 'orders', 'catalog', 'reader'] as const
export type Role = (typeof ROLES)[number]

/** Roles that an API token can have. Not `owner`, since owner-only calls require a person. */
export const TOKEN_ROLES = ['manager', 'orders', 'catalog', 'reader'] as const
export type TokenRole = (typeof TOKEN_ROLES)[number]

/** The calls in each area, identified by their path prefix after `/api/admin/`. */
const CALLS = {
  orders: ['orders', 'parcels', 'packing-slips', 'purchases', 'invoices', 'dashboard'],
  catalog: [
    'products',
    'catalog',
    'pictures',
    'families',
    'fit-choices',
    'brands',
    'sub-categories',
    'attributes',
    'slides',
    'partners',
  ],
  customers: ['customers'],
  settings: [
    'coupons',
    'shipping-methods',
    'cash-on-delivery',
    'tax',
    'categories',
    'shop-details',
    'shop-rules',
    'legal-pages',
    'emails',
  ],
  exports: ['exports', 'invoices/export'],
  audit: ['audit'],
  staff: ['staff', 'api-tokens', 'webhooks', 'webhook-deliveries'],
} as const

export type Area = keyof typeof CALLS
type Right = 'read' | 'write'

const AREAS: ReadonlyMap<string, Area> = new Map(
  (Object.keys(CALLS) as Area[]).flatMap((area) => CALLS[area].map((path) => [path, area])),
)

/** `write` includes `read`. */
const RIGHTS: Readonly<Record<Exclude<Role, 'owner'>, Partial<Record<Area, Right>>>> = {
  manager: {
    orders: 'write',
    catalog: 'write',
    customers: 'write',
    settings: 'write',
    exports: 'write',
    audit: 'read',
  },
  orders: { orders: 'write', catalog: 'read', customers: 'read' },
  catalog: { catalog: 'write' },
  reader: {
    orders: 'read',
    catalog: 'read',
    customers: 'read',
    settings: 'read',
    exports: 'read',
    audit: 'read',
  },
}

export function may(role: Role, right: Right, area: Area): boolean {
  if (role === 'owner') return true
  const given = RIGHTS[role][area]
  return given === 'write' || given === right
}

/** @param call a staff call. @throws Error if it has no area. */
export function areaOf(call: Endpoint['call']): Area {
  const [path = '', name = ''] = /(?<=\/api\/admin\/)([\w-]+).*/.exec(call) ?? []
  const area = AREAS.get(path) ?? AREAS.get(name)
  if (!area) throw new Error(`${call} has no area: add it to contract/roles.ts`)
  return area
}

export function mayCall(role: Role, call: Endpoint['call']): boolean {
  return may(role, call.startsWith('GET ') ? 'read' : 'write', areaOf(call))
}
