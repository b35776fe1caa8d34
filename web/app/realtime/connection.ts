/** The page's side of the Pusher protocol: subscriptions, and the effects of events. */
import pusherJs from 'pusher-js'
import {
  CART_ITEM_ADDED,
  CART_LINE_CHANGED,
  ORDER_PLACED,
  ORDER_UPDATED,
  userChannel,
} from '#contract/events.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { hear } from '#web/api/hear.ts'
import { type Subscribed, watchForMissed } from '#web/api/missed-events.ts'
import { queryClient } from '#web/api/query-client.ts'
import { realtimeUp } from '#web/api/realtime-up.ts'
import { accessToken } from '#web/api/stored-session.ts'
import { receiveCartItem, receiveLineChange, reloadCart } from '#web/cart/cart.queries.ts'
import { receiveOrderEvent, reloadOrders } from '#web/orders/orders.queries.ts'
import { currentUserQuery } from '#web/session/session.queries.ts'
import { firstAttemptMs, keepTrying } from './keep-trying.ts'
import { createSequence } from './sequence.ts'

/** The package's types declare the class as `default`, but the import itself is the class. */
const Pusher = pusherJs as unknown as typeof pusherJs.default

/**
 * Milliseconds to wait after the socket closes before checking whether the session is over. By then, a page that has
 * itself signed out has navigated away.
 */
const OWN_SIGN_OUT_TAKES = 1000

/**
 * Milliseconds to wait after an order before refetching the cart: the window that placed it must show the ordered items
 * until it has navigated to the orders.
 */
const OWN_ORDER_TAKES = 2000

/** Connects as the user and applies the user's events. @returns a function that disconnects. */
export function followUser(userId: number, place: ShopConfig['realtime']): () => void {
  const pusher = connect(place)
  const sequence = createSequence()
  let leaving = false
  const mayHaveMissed = watchForMissed()
  let orderedElsewhere: number | undefined
  pusher.signin()

  const channel = pusher.subscribe(userChannel(userId))
  channel.bind('pusher:subscription_succeeded', (data: Subscribed | null) => {
    realtimeUp.set(true)
    sequence.restart()
    // Later events do not repeat the missed ones.
    if (mayHaveMissed(data)) catchUp()
  })
  hear(channel, CART_ITEM_ADDED, ({ seq, ...item }) => {
    const place = sequence.place(seq)
    if (place === 'again') return
    receiveCartItem(item)
    if (place === 'after a gap') catchUp()
  })
  hear(channel, CART_LINE_CHANGED, receiveLineChange)
  // Items ordered in another window must not be orderable here again.
  hear(channel, ORDER_PLACED, () => {
    window.clearTimeout(orderedElsewhere)
    orderedElsewhere = window.setTimeout(catchUp, OWN_ORDER_TAKES)
  })
  hear(channel, ORDER_UPDATED, receiveOrderEvent)

  pusher.connection.bind('state_change', ({ previous, current }: Record<string, string>) => {
    if (current === 'connected') return
    realtimeUp.set(false)
    // The server has closed the connection for good, so the session may be over.
    const isForGood = current === 'disconnected' && previous !== 'unavailable'
    if (isForGood) setTimeout(askWhoThisIs, OWN_SIGN_OUT_TAKES)
  })
  keepTrying(pusher)

  function askWhoThisIs() {
    if (!leaving) queryClient.invalidateQueries(currentUserQuery)
  }

  return () => {
    leaving = true
    window.clearTimeout(orderedElsewhere)
    channel.unbind_all()
    // This also ends the subscription. An explicit unsubscribe might reach a socket that a page load is closing.
    pusher.disconnect()
    realtimeUp.set(false)
  }
}

function connect({ key, host, port }: ShopConfig['realtime']): InstanceType<typeof Pusher> {
  // Reads the token on each call, because the one stored when the page was opened may have been replaced.
  const headersProvider = () => ({ authorization: `Bearer ${accessToken()}` })
  return new Pusher(key, {
    cluster: 'mt1',
    wsHost: host ?? window.location.hostname,
    wsPort: port,
    wssPort: port,
    forceTLS: window.location.protocol === 'https:',
    enabledTransports: ['ws', 'wss'],
    unavailableTimeout: firstAttemptMs(),
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '/broadcasting/auth',
      headersProvider,
    },
    userAuthentication: {
      transport: 'ajax',
      endpoint: '/broadcasting/user-auth',
      headersProvider,
    },
  })
}

function catchUp(): void {
  reloadCart()
  reloadOrders()
}
