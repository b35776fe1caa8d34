import type { LegalPage } from '#contract/legal.ts'
import { load } from '#web/api/load.ts'

export const legalPageQuery = (page: LegalPage) =>
  load(['legal', page], 'GET /api/legal/{page}', { params: { page } })
