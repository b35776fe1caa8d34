import type { Endpoint } from '#contract/endpoint.ts'

/** All modules with endpoints, as types only, so that no schema reaches the browser. */
type Modules =
  | typeof import('#contract/accounts.ts')
  | typeof import('#contract/addresses.ts')
  | typeof import('#contract/admin/api-tokens.ts')
  | typeof import('#contract/admin/attributes.ts')
  | typeof import('#contract/admin/audit.ts')
  | typeof import('#contract/admin/cash.ts')
  | typeof import('#contract/admin/categories.ts')
  | typeof import('#contract/admin/coupons.ts')
  | typeof import('#contract/admin/customers.ts')
  | typeof import('#contract/admin/dashboard.ts')
  | typeof import('#contract/admin/delivery.ts')
  | typeof import('#contract/admin/emails.ts')
  | typeof import('#contract/admin/exports.ts')
  | typeof import('#contract/admin/families.ts')
  | typeof import('#contract/admin/fits.ts')
  | typeof import('#contract/admin/groups.ts')
  | typeof import('#contract/admin/import.ts')
  | typeof import('#contract/admin/invoices.ts')
  | typeof import('#contract/admin/legal-pages.ts')
  | typeof import('#contract/admin/orders.ts')
  | typeof import('#contract/admin/parcels.ts')
  | typeof import('#contract/admin/products.ts')
  | typeof import('#contract/admin/shop-details.ts')
  | typeof import('#contract/admin/shop-rules.ts')
  | typeof import('#contract/admin/staff.ts')
  | typeof import('#contract/admin/storefront.ts')
  | typeof import('#contract/admin/webhooks.ts')
  | typeof import('#contract/cart.ts')
  | typeof import('#contract/catalog.ts')
  | typeof import('#contract/demo-mails.ts')
  | typeof import('#contract/fits.ts')
  | typeof import('#contract/google.ts')
  | typeof import('#contract/guests.ts')
  | typeof import('#contract/invoices.ts')
  | typeof import('#contract/orders.ts')
  | typeof import('#contract/payments.ts')
  | typeof import('#contract/realtime.ts')
  | typeof import('#contract/second-factor.ts')
  | typeof import('#contract/sessions.ts')
  | typeof import('#contract/shop.ts')

type EndpointsOf<Module> = Module extends unknown ? Extract<Module[keyof Module], Endpoint> : never

/** The endpoints of the contract by their calls: `Calls['POST /api/user/cart']` is `addToCart`. */
export type Calls = { [E in EndpointsOf<Modules> as E['call']]: E }
