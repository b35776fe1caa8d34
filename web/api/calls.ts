import type { Endpoint } from '#contract/endpoint.ts'

/**
 * The modules declaring the endpoints used by the page; imported only as types, so that no schema reaches the browser.
 */
type Modules =
  | typeof import('#contract/accounts.ts')
  | typeof import('#contract/addresses.ts')
  | typeof import('#contract/admin.ts')
  | typeof import('#contract/cart.ts')
  | typeof import('#contract/catalog.ts')
  | typeof import('#contract/product-lists.ts')
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

/** A module's endpoints, including those inside objects of endpoints (contract/admin/sorted-list.ts). */
type EndpointsOf<Module> = Module extends unknown ? EndpointsIn<Module[keyof Module]> : never
type EndpointsIn<Value> =
  | Extract<Value, Endpoint>
  | (Value extends { list: Endpoint } ? Extract<Value[keyof Value], Endpoint> : never)

/** The contract's endpoints, keyed by method and path; for example, `Calls['POST /api/user/cart']` is `addToCart`. */
export type Calls = { [E in EndpointsOf<Modules> as E['call']]: E }
