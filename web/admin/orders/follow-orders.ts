/** Staff's channel over the connection that the page has already. */
import pusherJs from 'pusher-js'
import { ADMIN_CHANNEL, ORDER_PLACED, ORDER_UPDATED } from '#contract/events.ts'
import type { Order } from '#contract/orders.ts'
import { hear } from '#web/api/hear.ts'
import { realtimeUp } from '#web/api/realtime-up.ts'
import { hearsOrders } from './hears-orders.ts'

/** Its types describe the class as `default`; the import is the class itself. */
const Pusher = pusherJs as unknown as typeof pusherJs.default

type Channel = ReturnType<InstanceType<typeof Pusher>['subscribe']>

interface Followers {
  onPlaced: (order: Order) => void
  onUpdated: (order: Order) => void
  /** Events come from now on; what happened before is in none of them. */
  onLive: () => void
}

/** Follows what happens to everybody's orders; returns how to stop. */
export function followOrders({ onPlaced, onUpdated, onLive }: Followers): () => void {
  let channel: Channel | null = null

  function onSubscribed() {
    hearsOrders.set(true)
    onLive()
  }

  function join() {
    if (!realtimeUp.get()) {
      hearsOrders.set(false)
      return
    }
    // The newest connection is the one of whoever is signed in now.
    const joined = Pusher.instances.at(-1)?.subscribe(ADMIN_CHANNEL) ?? null
    if (!joined || joined === channel) return
    channel = joined
    channel.bind('pusher:subscription_succeeded', onSubscribed)
    hear(channel, ORDER_PLACED, onPlaced)
    hear(channel, ORDER_UPDATED, onUpdated)
    if (channel.subscribed) onSubscribed()
  }

  const unfollow = realtimeUp.subscribe(join)
  join()
  return () => {
    unfollow()
    hearsOrders.set(false)
    channel?.unbind('pusher:subscription_succeeded', onSubscribed)
    channel?.unbind(ORDER_PLACED.name, onPlaced)
    channel?.unbind(ORDER_UPDATED.name, onUpdated)
    channel?.unsubscribe()
  }
}
