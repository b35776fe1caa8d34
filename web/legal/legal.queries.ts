import { queryOptions } from '@tanstack/react-query'
import type { LegalPage } from '#contract/legal.ts'
import { request } from '#web/api/request.ts'

export function legalPageQuery(page: LegalPage) {
  return queryOptions({
    queryKey: ['legal', page],
    queryFn: ({ signal }) => request('GET /api/legal/{page}', { params: { page }, signal }),
  })
}
