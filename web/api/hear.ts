import type { EventOf } from '#contract/events.ts'

/** What is asked of a channel of pusher-js. */
interface Channel {
  bind(name: string, then: (data: never) => void): unknown
}

/** Hears an event of the shop: what comes under its name on the shop's own socket is its payload. */
export function hear<Payload>(
  channel: Channel,
  event: EventOf<Payload>,
  then: (payload: Payload) => void,
): void {
  channel.bind(event.name, then)
}
