/** What is to be said to a caller, in no language yet; `translate` says it in one. */
import type { ServerMessageId } from '#contract/words/message-ids.ts'

export interface Message {
  readonly id: ServerMessageId
  readonly values?: Readonly<Record<string, Value>>
}

/** Fills a placeholder: as it stands, or as a message of its own, such as the label of a field. */
export type Value = string | number | Message

/** A message that has no placeholders is its id. */
export type Sentence = ServerMessageId | Message

/** Sentences per field of a 422, the first being the one to show. */
export type FieldSentences = Record<string, Sentence[]>
