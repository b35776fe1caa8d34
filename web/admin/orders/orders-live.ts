import { createStore } from '#web/ui/store.ts'

/** Whether order events arrive over the real-time connection, so that the lists need not poll. */
export const ordersLive = createStore(false)
