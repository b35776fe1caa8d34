import { type Static, Type } from 'typebox'
import { EMAIL_KINDS } from '../email-kinds.ts'
import { endpointsOf } from '../endpoint.ts'
import { LOCALE_CODES } from '../locale.ts'
import { Nullable, Timestamp } from '../schema.ts'
import { staffEndpoint } from './shared.ts'

export { EMAIL_KINDS, type EmailKind } from '../email-kinds.ts'

export const ShopEmail = Type.Object(
  {
    kind: Type.Enum(EMAIL_KINDS),
    to: Type.Enum(['customer', 'staff']),
    is_on: Type.Boolean({ description: 'whether emails of this kind are sent' }),
    changed_at: Nullable(Timestamp),
  },
  { title: 'ShopEmail' },
)
export type ShopEmail = Static<typeof ShopEmail>

/** Path parameters, so that an unknown kind results in a 404 rather than a 422. */
const KindParams = Type.Object({ kind: Type.Enum(EMAIL_KINDS) })

const InLanguage = Type.Object({ locale: Type.Enum(LOCALE_CODES) })

export const listEmails = staffEndpoint('GET /api/admin/emails', {
  summary: 'The kinds of emails about purchases and stock, and whether each is turned on',
  replies: {
    200: Type.Object({
      emails: Type.Array(ShopEmail),
      hasMailServer: Type.Boolean({
        description: 'whether a mail server is configured; if not, the shop sends no email',
      }),
    }),
  },
})

export const previewEmail = staffEndpoint('GET /api/admin/emails/{kind}/preview', {
  summary: 'Preview a kind of email with sample data',
  params: KindParams,
  query: InLanguage,
  replies: {
    200: Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() }),
  },
})

export const switchEmail = staffEndpoint('PUT /api/admin/emails/{kind}', {
  summary: 'Turn a kind of email on or off, including emails already waiting to be sent',
  params: KindParams,
  body: Type.Object({ is_on: Type.Boolean() }),
  replies: { 200: Type.Object({ data: ShopEmail }) },
})

export const showEmailPage = endpointsOf('Administration')('GET /api/email-previews/{kind}', {
  summary: 'The HTML of a preview, for a sandboxed frame; it contains only sample data',
  access: 'public',
  params: KindParams,
  query: InLanguage,
  replies: { 200: Type.String({ contentMediaType: 'text/html' }) },
})
