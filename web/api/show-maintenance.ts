import { configQuery } from './config.queries.ts'
import { queryClient } from './query-client.ts'
import { ApiError } from './request.ts'

/** Whether the error means that customers can currently neither order nor pay. */
export function isMaintenance(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'maintenance'
}

/** Shows the maintenance notice, which the server adds to the top of later documents (server/shop/page-document.ts). */
export async function showMaintenance(): Promise<void> {
  const { maintenance } = await queryClient.fetchQuery({ ...configQuery, staleTime: 0 })
  if (maintenance && !document.querySelector('.closed')) {
    const notice = document.createElement('div')
    notice.className = 'closed'
    notice.role = 'alert'
    notice.append(
      paragraph(maintenance.text, 'en', 'ltr'),
      paragraph(maintenance.text_ar, 'ar', 'rtl'),
    )
    document.getElementById('root')?.before(notice)
  }
  scrollTo({ top: 0 })
}

function paragraph(text: string, lang: string, dir: string): HTMLElement {
  return Object.assign(document.createElement('p'), { textContent: text, lang, dir })
}
