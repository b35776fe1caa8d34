import { createStore } from '#web/ui/store.ts'

/** Whether the shop tells of orders by itself now, so that nothing needs to be asked for. */
export const ordersLive = createStore(false)
