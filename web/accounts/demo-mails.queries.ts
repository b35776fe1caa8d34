import { LOCALES, type Locale } from '#contract/locale.ts'
import { load } from '#web/api/load.ts'

/** Polling interval in ms; an email is written shortly after the action that triggers it. */
const LOOK_AGAIN = 3_000

/** The emails that a demo stored instead of sending, newest first. */
export const demoMailsQuery = {
  ...load(['demo-mails'], 'GET /api/demo/mails', {}, 'mails'),
  refetchInterval: LOOK_AGAIN,
}

/** A stored email never changes. */
export const demoMailQuery = (id: string) => ({
  ...load(['demo-mails', id], 'GET /api/demo/mails/{id}', { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** An email's language, inferred from the script of its subject; it may differ from the page's language. */
export function languageOfMail({ subject }: { subject: string }): Locale | undefined {
  const dir = /[\u0590-\u08ff]/.test(subject) ? 'rtl' : 'ltr'
  return LOCALES.find((language) => language.dir === dir)?.code
}
