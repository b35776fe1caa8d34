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
    is_on: Type.Boolean({ description: 'whether it is sent' }),
    changed_at: Nullable(Timestamp),
  },
  { title: 'ShopEmail' },
)
export type ShopEmail = Static<typeof ShopEmail>

/** Any other kind is a 404. */
const KindParams = Type.Object({ kind: Type.Enum(EMAIL_KINDS) })

const InLanguage = Type.Object({ locale: Type.Enum(LOCALE_CODES) })

export const listEmails = staffEndpoint('GET /api/admin/emails', {
  summary: 'The emails that the shop sends about purchases and stock, and which are switched off',
  replies: {
    200: Type.Object({
      emails: Type.Array(ShopEmail),
      hasMailServer: Type.Boolean({ description: 'if false, no email leaves the shop' }),
    }),
  },
})

export const previewEmail = staffEndpoint('GET /api/admin/emails/{kind}/preview', {
  summary: 'One of these emails, filled with sample data',
  params: KindParams,
  query: InLanguage,
  replies: {
    200: Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() }),
  },
})

export const switchEmail = staffEndpoint('PUT /api/admin/emails/{kind}', {
  summary: 'Switch an email on or off, including those still waiting to be sent',
  params: KindParams,
  body: Type.Object({ is_on: Type.Boolean() }),
  replies: { 200: Type.Object({ data: ShopEmail }) },
})

export const showEmailPage = endpointsOf('Administration')('GET /api/email-previews/{kind}', {
  summary: 'The HTML of a preview as a page for a sandboxed frame; sample data only',
  access: 'public',
  params: KindParams,
  query: InLanguage,
  replies: { 200: Type.String({ contentMediaType: 'text/html' }) },
})
