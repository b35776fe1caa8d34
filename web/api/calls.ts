import type * as accounts from '#contract/accounts.ts'
import type * as addresses from '#contract/addresses.ts'
import type * as adminApiTokens from '#contract/admin/api-tokens.ts'
import type * as adminAttributes from '#contract/admin/attributes.ts'
import type * as adminAudit from '#contract/admin/audit.ts'
import type * as adminCash from '#contract/admin/cash.ts'
import type * as adminCategories from '#contract/admin/categories.ts'
import type * as adminCoupons from '#contract/admin/coupons.ts'
import type * as adminCustomers from '#contract/admin/customers.ts'
import type * as adminDashboard from '#contract/admin/dashboard.ts'
import type * as adminDelivery from '#contract/admin/delivery.ts'
import type * as adminEmails from '#contract/admin/emails.ts'
import type * as adminExports from '#contract/admin/exports.ts'
import type * as adminFamilies from '#contract/admin/families.ts'
import type * as adminFits from '#contract/admin/fits.ts'
import type * as adminGroups from '#contract/admin/groups.ts'
import type * as adminImport from '#contract/admin/import.ts'
import type * as adminInvoices from '#contract/admin/invoices.ts'
import type * as adminLegalPages from '#contract/admin/legal-pages.ts'
import type * as adminOrders from '#contract/admin/orders.ts'
import type * as adminParcels from '#contract/admin/parcels.ts'
import type * as adminProducts from '#contract/admin/products.ts'
import type * as adminShopDetails from '#contract/admin/shop-details.ts'
import type * as adminShopRules from '#contract/admin/shop-rules.ts'
import type * as adminStaff from '#contract/admin/staff.ts'
import type * as adminStorefront from '#contract/admin/storefront.ts'
import type * as adminWebhooks from '#contract/admin/webhooks.ts'
import type * as cart from '#contract/cart.ts'
import type * as catalog from '#contract/catalog.ts'
import type * as demoMails from '#contract/demo-mails.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type * as fits from '#contract/fits.ts'
import type * as google from '#contract/google.ts'
import type * as guests from '#contract/guests.ts'
import type * as invoices from '#contract/invoices.ts'
import type * as orders from '#contract/orders.ts'
import type * as payments from '#contract/payments.ts'
import type * as realtime from '#contract/realtime.ts'
import type * as secondFactor from '#contract/second-factor.ts'
import type * as sessions from '#contract/sessions.ts'
import type * as shop from '#contract/shop.ts'

/** All modules with endpoints, as types only, so that no schema reaches the browser. */
type Modules =
  | typeof adminGroups
  | typeof adminDelivery
  | typeof adminAttributes
  | typeof accounts
  | typeof addresses
  | typeof adminAudit
  | typeof adminCash
  | typeof adminCategories
  | typeof adminCoupons
  | typeof adminCustomers
  | typeof adminDashboard
  | typeof adminEmails
  | typeof adminExports
  | typeof adminFamilies
  | typeof adminFits
  | typeof adminImport
  | typeof adminInvoices
  | typeof adminOrders
  | typeof adminParcels
  | typeof adminLegalPages
  | typeof adminProducts
  | typeof adminShopDetails
  | typeof adminShopRules
  | typeof adminApiTokens
  | typeof adminStaff
  | typeof adminStorefront
  | typeof adminWebhooks
  | typeof cart
  | typeof catalog
  | typeof demoMails
  | typeof fits
  | typeof google
  | typeof guests
  | typeof invoices
  | typeof orders
  | typeof payments
  | typeof realtime
  | typeof secondFactor
  | typeof sessions
  | typeof shop

type EndpointsOf<Module> = Module extends unknown ? Extract<Module[keyof Module], Endpoint> : never

/** The endpoints of the contract by their calls: `Calls['POST /api/user/cart']` is `addToCart`. */
export type Calls = { [E in EndpointsOf<Modules> as E['call']]: E }
