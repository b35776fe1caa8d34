/** The calls of the shop's staff; each checks in the database that the account is an admin. */
export * from './admin/audit.ts'
export * from './admin/customers.ts'
export * from './admin/dashboard.ts'
export * from './admin/import.ts'
export * from './admin/orders.ts'
export * from './admin/payments.ts'
export * from './admin/products.ts'
export * from './admin/storefront.ts'
