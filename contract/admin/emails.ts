import { type Static, Type } from 'typebox'
import { EMAIL_KINDS } from '../email-kinds.ts'
import { endpoint } from '../endpoint.ts'
import { LOCALE_CODES } from '../locale.ts'
import { Nullable, Timestamp } from '../schema.ts'
import { tag } from './shared.ts'

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

/** Another kind is a 404. */
const KindParams = Type.Object({ kind: Type.Enum(EMAIL_KINDS) })

const InLanguage = Type.Object({ locale: Type.Enum(LOCALE_CODES) })

const common = { tag, params: KindParams } as const

export const listEmails = endpoint('GET /api/admin/emails', {
  summary: 'The e-mails that the shop sends about purchases and stock, and which are switched off',
  tag,
  access: 'admin',
  replies: { 200: Type.Object({ emails: Type.Array(ShopEmail) }) },
})

export const previewEmail = endpoint('GET /api/admin/emails/{kind}/preview', {
  ...common,
  summary: 'One of these e-mails, filled with sample data',
  access: 'admin',
  query: InLanguage,
  replies: {
    200: Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() }),
  },
})

export const switchEmail = endpoint('PUT /api/admin/emails/{kind}', {
  ...common,
  summary: 'Switch an e-mail on or off; one that still waits to be sent counts, too',
  access: 'admin',
  body: Type.Object({ is_on: Type.Boolean() }),
  replies: { 200: Type.Object({ data: ShopEmail }) },
})

export const showEmailPage = endpoint('GET /api/email-previews/{kind}', {
  ...common,
  summary: 'The HTML of a preview as a page for a sandboxed frame; sample data only',
  access: 'public',
  query: InLanguage,
  replies: { 200: Type.String({ contentMediaType: 'text/html' }) },
})
