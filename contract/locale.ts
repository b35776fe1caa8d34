/** Languages of the shop; the first is the fallback. */
export const LOCALES = ['en', 'ar'] as const
export type Locale = (typeof LOCALES)[number]

/** The categories of the specification, by their names in addresses and on the wire. */
export const CATEGORIES = ['Phones', 'Accessories', 'Electronics'] as const
export type Category = (typeof CATEGORIES)[number]

/** Stands for "All categories" where an address needs a word. */
export const ALL_CATEGORIES = 'All'
