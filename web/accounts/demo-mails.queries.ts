import { queryOptions } from '@tanstack/react-query'
import { LOCALES, type Locale } from '#contract/locale.ts'
import { request } from '#web/api/request.ts'

/** Milliseconds; an e-mail is written shortly after the action that causes it. */
const LOOK_AGAIN = 3_000

/** The e-mails that a demo stored instead of sending, newest first. */
export const demoMailsQuery = queryOptions({
  queryKey: ['demo-mails'],
  queryFn: async ({ signal }) => (await request('GET /api/demo/mails', { signal })).mails,
  refetchInterval: LOOK_AGAIN,
})

/** One e-mail in full. A stored e-mail never changes. */
export const demoMailQuery = (id: string) =>
  queryOptions({
    queryKey: ['demo-mails', id],
    queryFn: ({ signal }) => request('GET /api/demo/mails/{id}', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Mails are in their reader's language, whatever the page's is; the script tells which. */
export function languageOfMail({ subject }: { subject: string }): Locale | undefined {
  const dir = /[\u0590-\u08ff]/.test(subject) ? 'rtl' : 'ltr'
  return LOCALES.find((language) => language.dir === dir)?.code
}
