import { createStore } from '#web/ui/store.ts'

/** Whether order events currently arrive over the real-time connection, so that polling is unnecessary. */
export const ordersLive = createStore(false)
