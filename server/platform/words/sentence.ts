/** A language-independent message for a caller, rendered by `translate`. */
import type { ServerMessageId } from '#contract/words/message-ids.ts'

export interface Message {
  readonly id: ServerMessageId
  readonly values?: Readonly<Record<string, Value>>
}

/** A placeholder's value: a plain value, an amount of money, or another message, such as a field's label. */
export type Value = string | number | Money | Message

interface Money {
  readonly cents: number
}

/** A message without placeholders may be just its id. */
export type Sentence = ServerMessageId | Message

/** A 422's messages, keyed by field. The first one per field is the one to show. */
export type FieldSentences = Record<string, Sentence[]>
