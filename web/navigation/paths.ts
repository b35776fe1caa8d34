/**
 * All page paths, built in one place (except those in admin-paths.ts, search-path.ts and fits-path.ts, which first
 * visits do not need). The misspelling `categroy` is the specification's.
 */
import { categoryPath, legalPath, productPath, SEARCH_PATH } from '#contract/page-paths.ts'

export const paths = {
  home: '/',
  signIn: '/sign-in',
  signUp: '/sign-up',
  passwordReset: '/password/reset',
  demoMails: '/email/demo',
  profile: '/profile',
  cart: '/carts',
  orders: '/orders',
  contact: '/contact',
  order: (id: number) => `/order-preview/${id}`,
  /** Must match the path in server/order-emails/links.ts. */
  invoice: (orderId: number, id: number) => `${paths.order(orderId)}?invoice=${id}`,
  payment: (id: number) => `/payment-method/${id}`,
  product: productPath,
  compare: (ids: readonly number[]) => `${patterns.compare}?ids=${ids.join()}`,
  category: categoryPath,
  legal: legalPath,
  admin: '/admin',
}

/** Patterns for matching routes. */
export const patterns = {
  order: '/order-preview/:id',
  payment: '/payment-method/:id',
  product: '/product/:id',
  category: '/product-by-categroy/:category',
  compare: '/user/compare',
  adminSearch: '/product/show/:category?',
  /** `confirm`, `undo` and `order` are linked from emails; `demo` lists a demo's emails. */
  email: '/email/:page',
  /** The category in the path supports old URLs that people may have shared. */
  search: `${SEARCH_PATH}/:category?`,
  legal: '/legal/:page',
  admin: '/admin/*',
}
