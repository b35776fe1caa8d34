import { createTabStore } from '#web/ui/tab-store.ts'

/** The product that a visitor marked as their device before signing in. */
export const waitingDevice = createTabStore<{ id: number }>(
  'barq-device',
  ({ id }) => typeof id === 'number',
)
