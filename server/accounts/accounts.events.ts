/** Outbox topics for accounts. Their events become emails; no payload contains a secret. */
import { Type } from 'typebox'
import { LOCALE_CODES } from '#contract/locale.ts'
import { Id } from '#contract/schema.ts'
import { defineTopic } from '../platform/outbox/topics.ts'

const Reader = Type.Object({ email: Type.String(), locale: Type.Enum(LOCALE_CODES) })
const User = Type.Object({ userId: Id })
const Change = Type.Object({ changeId: Id })

export const PASSWORD_LINK_TOPIC = defineTopic('password-link-asked', Reader)
export const PASSWORD_CHANGED_TOPIC = defineTopic(
  'password-changed',
  // Events written by earlier versions have no `unlinked`.
  Type.Object({ userId: Id, unlinked: Type.Optional(Type.Boolean()) }),
)
export const SECOND_FACTOR_TOPIC = defineTopic(
  'second-factor-changed',
  Type.Object({
    userId: Id,
    isOn: Type.Boolean(),
    /** What changed while the second factor stayed on; missing when it was turned on or off. */
    change: Type.Optional(Type.Enum(['passkeyAdded', 'passkeyRemoved', 'appAdded'])),
  }),
)
export const STAFF_INVITED_TOPIC = defineTopic('staff-invited', User)
export const NEW_DEVICE_TOPIC = defineTopic(
  'new-device',
  Type.Object({ userId: Id, device: Type.String(), address: Type.String() }),
)
export const MANY_FAILURES_TOPIC = defineTopic(
  'many-failed-sign-ins',
  Type.Object({ email: Type.String() }),
)
/** Like those of `WEBHOOK_OFF_TOPIC`, these events are mailed to all owners except demo owners. */
export const API_TOKEN_TOPIC = defineTopic('api-token-created', Type.Object({ tokenId: Id }))
export const WEBHOOK_OFF_TOPIC = defineTopic(
  'webhook-switched-off',
  Type.Object({
    host: Type.String(),
    failure: Type.Enum(['gone', 'failing']),
    /** ISO time of the event that could not be delivered; a `failing` webhook has received nothing since. */
    since: Type.String(),
  }),
)
export const EMAIL_CONFIRM_TOPIC = defineTopic('email-confirm', Change)
export const EMAIL_CHANGED_TOPIC = defineTopic('email-changed', Change)
export const OWN_EMAIL_TOPIC = defineTopic('own-email-confirm', User)
export const ACCOUNT_CLOSED_TOPIC = defineTopic(
  'account-closed',
  // The email address is removed once the email has been sent; see `forgetPayload`.
  Type.Union([Reader, Type.Object({ sent: Type.Literal(true) })]),
)
