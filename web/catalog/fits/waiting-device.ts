import { createTabStore } from '#web/ui/tab-store.ts'

/** The product that a visitor said to have, while the sign-in is open. */
export const waitingDevice = createTabStore<{ id: number }>(
  'barq-device',
  ({ id }) => typeof id === 'number',
)
