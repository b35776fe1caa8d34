/** The pages that the law requires of a shop; without schemas, for the page. */
export const LEGAL_PAGES = ['privacy', 'terms', 'returns', 'accessibility'] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]
