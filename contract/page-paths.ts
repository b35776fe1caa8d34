/** Page paths, used by the browser and by the server's emails, documents and sitemap. */
import type { LegalPage } from './legal.ts'
import type { Category } from './locale.ts'

export const productPath = (id: number) => `/product/${id}`

/** The misspelling is the specification's. */
export const categoryPath = (category: Category) => `/product-by-categroy/${category}`

export const legalPath = (page: LegalPage) => `/legal/${page}`

export const SEARCH_PATH = '/user/product/show'

export const CONTACT_PATH = '/contact'

export const COMPARE_PATH = '/user/compare'

/** The cart, with an offer to add these products: `1x2,7` is two units of product 1 and one of product 7. */
export const filledCartPath = (lines: ReadonlyArray<{ id: number; quantity?: number }>) =>
  `/carts?add=${lines.map(({ id, quantity = 1 }) => (quantity > 1 ? `${id}x${quantity}` : id)).join()}`
