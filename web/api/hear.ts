import type { EventOf } from '#contract/events.ts'

/** The part of a pusher-js channel that is used. */
interface Channel {
  bind(name: string, then: (data: never) => void): unknown
}

/** Subscribes to an event of the shop. Its payload is trusted: the socket is the shop's own. */
export function hear<Payload>(
  channel: Channel,
  event: EventOf<Payload>,
  then: (payload: Payload) => void,
): void {
  channel.bind(event.name, then)
}
