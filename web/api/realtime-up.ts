import { createStore } from '#web/ui/store.ts'

/** Whether events arrive now. While they do, nothing needs to be asked for again and again. */
export const realtimeUp = createStore(false)

// For whoever looks from outside, as the stories in e2e/ do.
realtimeUp.subscribe(() => {
  document.documentElement.dataset.live = String(realtimeUp.get())
})
