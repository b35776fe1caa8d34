import { createStore } from '#web/ui/store.ts'

/** Whether events arrive now. While they do, nothing needs to be polled. */
export const realtimeUp = createStore(false)

// Read from outside by the stories in tests/stories/.
realtimeUp.subscribe(() => {
  document.documentElement.dataset.live = String(realtimeUp.get())
})
