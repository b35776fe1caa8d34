export interface Message {
  channels: readonly string[]
  event: string
  /** The event's data as sent to clients: a string, usually containing JSON. */
  data: string
  /** The id of the socket that caused the event and should not receive it. */
  exceptSocket?: string
}
