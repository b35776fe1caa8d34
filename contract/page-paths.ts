/** Addresses of pages that the server writes, too, into e-mails, documents and the sitemap. */
import type { Category } from './locale.ts'

export const productPath = (id: number) => `/product/${id}`

/** The misspelling is the specification's. */
export const categoryPath = (category: Category) => `/product-by-categroy/${category}`
