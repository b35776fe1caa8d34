/** Subscribes to the staff channel over the page's existing connection. */
import pusherJs from 'pusher-js'
import { ADMIN_CHANNEL, ORDER_PLACED, ORDER_UPDATED, type OrderEvent } from '#contract/events.ts'
import { hear } from '#web/api/hear.ts'
import { type Subscribed, watchForMissed } from '#web/api/missed-events.ts'
import { realtimeUp } from '#web/api/realtime-up.ts'
import { ordersLive } from './orders-live.ts'

/** The package's types export the class as `default`, but the import is the class itself. */
const Pusher = pusherJs as unknown as typeof pusherJs.default

type Channel = ReturnType<InstanceType<typeof Pusher>['subscribe']>

/**
 * Follows the events of all orders.
 * @param reload runs when an order has changed, and when events may have been missed
 * @returns a function that stops following
 */
export function followOrders(
  onPlaced: (order: OrderEvent) => void,
  reload: () => void,
): () => void {
  let channel: Channel | null = null
  const mayHaveMissed = watchForMissed()

  function onSubscribed(data?: Subscribed | null) {
    ordersLive.set(true)
    if (mayHaveMissed(data)) reload()
  }

  function join() {
    if (!realtimeUp.get()) {
      ordersLive.set(false)
      return
    }
    // The newest connection is the current user's.
    const joined = Pusher.instances.at(-1)?.subscribe(ADMIN_CHANNEL) ?? null
    if (!joined || joined === channel) return
    channel = joined
    channel.bind('pusher:subscription_succeeded', onSubscribed)
    hear(channel, ORDER_PLACED, onPlaced)
    hear(channel, ORDER_UPDATED, reload)
    if (channel.subscribed) onSubscribed()
  }

  const unfollow = realtimeUp.subscribe(join)
  join()
  return () => {
    unfollow()
    ordersLive.set(false)
    channel?.unbind('pusher:subscription_succeeded', onSubscribed)
    channel?.unbind(ORDER_PLACED.name, onPlaced)
    channel?.unbind(ORDER_UPDATED.name, reload)
    channel?.unsubscribe()
  }
}
