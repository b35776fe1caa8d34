import * as contract from '#contract/admin.ts'
import type { Api } from '../platform/http/api.ts'
import type { ManageEmails } from './manage-emails.ts'

/**
 * Headers for the preview embedded in the staff's screen. The frame cannot send a token, so the page is public and
 * contains only sample data, with the shop's names and color. Its own policy allows the inline styles of an email and
 * no scripts; the sandbox disables links.
 */
const FRAMED = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'no-store',
}

export function orderEmailsRoutes(api: Api, emails: ManageEmails, hasMailServer: boolean): void {
  api.route(contract.listEmails, async () => ({ emails: await emails.list(), hasMailServer }))

  api.route(contract.previewEmail, async ({ params, query }) =>
    emails.preview(params.kind, query.locale),
  )

  api.data(contract.switchEmail, ({ caller, params, body }) =>
    emails.switch(caller, params.kind, body.is_on),
  )

  api.route(contract.showEmailPage, async ({ params, query, reply }) => {
    reply.headers(FRAMED).type('text/html; charset=utf-8')
    return (await emails.preview(params.kind, query.locale)).html
  })
}
