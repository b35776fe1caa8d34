/** Whose words are whose. The catalogues stand beside this file: `en.json`, `ar.json`. */
import type english from './en.json'

/** Beginnings of the ids that only the server says: the page is built without them. */
export const SERVER_PREFIXES = ['refusal.', 'reply.', 'field.', 'field-error.', 'email.'] as const

type MessageId = keyof typeof english

export type ServerMessageId = Extract<MessageId, `${(typeof SERVER_PREFIXES)[number]}${string}`>

export type PageMessageId = Exclude<MessageId, ServerMessageId>
