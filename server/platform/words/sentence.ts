/** A message for a caller, independent of language; `translate` renders it. */
import type { ServerMessageId } from '#contract/words/message-ids.ts'

export interface Message {
  readonly id: ServerMessageId
  readonly values?: Readonly<Record<string, Value>>
}

/** The value of a placeholder: plain, an amount of money, or another message, such as the label of a field. */
export type Value = string | number | Money | Message

interface Money {
  readonly cents: number
}

/** A message without placeholders may be its id alone. */
export type Sentence = ServerMessageId | Message

/** The sentences for each field of a 422, the first being the one to show. */
export type FieldSentences = Record<string, Sentence[]>
