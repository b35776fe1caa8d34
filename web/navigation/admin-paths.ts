import { paths } from './paths.ts'

/** Where staff turn on two-step sign-in for themselves: a section of the profile. */
export const twoStepPath = `${paths.profile}#two-step`

/** The paths of the staff screens, all below `paths.admin`. */
export const adminPaths = {
  dashboard: paths.admin,
  products: '/admin/products',
  import: '/admin/products/import',
  /** Brands and subcategories. */
  groups: '/admin/groups',
  attributes: '/admin/attributes',
  families: '/admin/families',
  family: (id: number | 'new') => `/admin/families/${id}`,
  orders: '/admin/orders',
  order: (id: number) => `/admin/orders/${id}`,
  parcel: (id: number) => `/admin/parcels/${id}`,
  packingSlips: (state: 'unsent' | 'sent') => `/admin/packing-slips?state=${state}`,
  /** The slip that lists an order that is not yet in a parcel. */
  packingSlipOf: (order: number) => `/admin/packing-slips?state=unsent&order=${order}`,
  customers: '/admin/customers',
  customer: (id: number) => `/admin/customers/${id}`,
  /** Not `/admin/storefront`: the path predates that name, and staff have bookmarked it. */
  storefront: '/admin/window',
  emails: '/admin/emails',
  email: (kind: string) => `/admin/emails/${kind}`,
  delivery: '/admin/delivery',
  coupons: '/admin/coupons',
  invoices: '/admin/invoices',
  invoice: (id: number) => `/admin/invoices/${id}`,
  taxes: '/admin/taxes',
  exports: '/admin/exports',
  shop: '/admin/shop',
  categories: '/admin/categories',
  rules: '/admin/rules',
  legal: '/admin/legal',
  staff: '/admin/staff',
  integrations: '/admin/integrations',
  audit: '/admin/audit',
}
