import { createStore } from '#web/ui/store.ts'

/** Whether real time delivers order events now, so that polling is unnecessary. */
export const ordersLive = createStore(false)
