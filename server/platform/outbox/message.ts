export interface Message {
  channels: readonly string[]
  event: string
  /** The event's data as clients get it: a string, which usually contains JSON. */
  data: string
  /** The id of the socket that caused the event, and does not receive it. */
  exceptSocket?: string
}
