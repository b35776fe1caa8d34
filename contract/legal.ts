/** The pages that the law requires a shop to have. No schemas: the browser loads this file. */
export const LEGAL_PAGES = ['privacy', 'terms', 'returns', 'accessibility'] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]
