/** The pages that the law requires a shop to have. Free of schemas, to keep them out of the browser bundle. */
export const LEGAL_PAGES = ['privacy', 'terms', 'returns', 'accessibility'] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]
