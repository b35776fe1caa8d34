import type { LegalEdit, WrittenPage } from '#contract/admin/legal-pages.ts'
import type { LegalPage } from '#contract/legal.ts'
import { configQuery } from '#web/api/config.queries.ts'
import { load } from '#web/api/load.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { withStepUp } from '../parts/step-up.ts'

/** The legal pages, including unwritten ones. */
export const legalPagesQuery = load(
  ['admin', 'legal-pages'],
  'GET /api/admin/legal-pages',
  {},
  'pages',
)

/** Fetches a page as currently stored, bypassing the cache. */
export async function reloadLegalPage(page: LegalPage): Promise<WrittenPage | undefined> {
  const pages = await queryClient.fetchQuery({ ...legalPagesQuery, staleTime: 0 })
  return pages.find((one) => one.page === page)
}

/** Publishes a page, or unpublishes it if its text is empty in both languages. */
export async function saveLegalPage(page: LegalPage, body: LegalEdit): Promise<void> {
  await withStepUp(() => request('PUT /api/admin/legal-pages/{page}', { params: { page }, body }))
  await Promise.all([
    queryClient.invalidateQueries(legalPagesQuery),
    queryClient.invalidateQueries({ queryKey: ['legal', page] }),
    // The configuration lists the published pages, to which the footer links.
    queryClient.invalidateQueries(configQuery),
  ])
}
