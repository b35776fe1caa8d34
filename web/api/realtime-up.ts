import { createStore } from '#web/ui/store.ts'

/** Whether the real-time connection is up; while it is, nothing needs polling. */
export const realtimeUp = createStore(false)

// Lets the stories in tests/stories/ read the value from the document.
realtimeUp.subscribe(() => {
  document.documentElement.dataset.live = String(realtimeUp.get())
})
