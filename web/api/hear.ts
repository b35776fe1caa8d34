import type { EventOf } from '#contract/events.ts'

interface Channel {
  bind(name: string, then: (data: never) => void): unknown
}

/**
 * Subscribes to one of the shop's events. The payload is not validated, because only the shop publishes these events.
 */
export function hear<Payload>(
  channel: Channel,
  event: EventOf<Payload>,
  then: (payload: Payload) => void,
): void {
  channel.bind(event.name, then)
}
