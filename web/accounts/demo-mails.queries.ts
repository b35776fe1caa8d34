import { queryOptions } from '@tanstack/react-query'
import type { getDemoMail, listDemoMails } from '#contract/demo-mails.ts'
import { request } from '#web/api/request.ts'

/** Milliseconds; an e-mail is written shortly after the action that causes it. */
const LOOK_AGAIN = 3_000

/** The e-mails that a demo stored instead of sending, newest first. */
export const demoMailsQuery = queryOptions({
  queryKey: ['demo-mails'],
  queryFn: async ({ signal }) => {
    const { mails } = await request<typeof listDemoMails>('GET /api/demo/mails', { signal })
    return mails
  },
  refetchInterval: LOOK_AGAIN,
})

/** One e-mail in full. A stored e-mail never changes. */
export const demoMailQuery = (id: string) =>
  queryOptions({
    queryKey: ['demo-mails', id],
    queryFn: ({ signal }) =>
      request<typeof getDemoMail>('GET /api/demo/mails/{id}', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** E-mails are in the recipient's language, which may differ from the page's. */
export function languageOf({ subject }: { subject: string }): 'ar' | 'en' {
  return /[\u0600-\u06ff]/.test(subject) ? 'ar' : 'en'
}
