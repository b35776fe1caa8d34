/** An event for the sockets of some channels. */
export interface Message {
  channels: readonly string[]
  event: string
  /** What clients get as the event's data: usually JSON text, always text. */
  data: string
  /** The socket that caused it and does not receive it. */
  exceptSocket?: string
}
