import type { EmailKind } from '#contract/email-kinds.ts'
import type { Locale } from '#contract/locale.ts'
import { load } from '#web/api/load.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'

/** The emails, and whether a mail server is configured to send them. */
export const emailsQuery = load(['admin', 'emails'], 'GET /api/admin/emails', {})

export function previewQuery(kind: EmailKind, locale: Locale) {
  const parts = { params: { kind }, query: { locale } }
  return load(['admin', 'emails', kind, locale], 'GET /api/admin/emails/{kind}/preview', parts)
}

/** The URL of a page that shows the email with sample data, for an iframe. */
export function previewPage(kind: EmailKind, locale: Locale): string {
  return `/api/email-previews/${kind}?locale=${locale}`
}

export async function setSent(kind: EmailKind, is_on: boolean): Promise<void> {
  await request('PUT /api/admin/emails/{kind}', { params: { kind }, body: { is_on } })
  await queryClient.invalidateQueries({ queryKey: emailsQuery.queryKey, exact: true })
}
