import type { ComponentType } from 'react'
import { loadStaffTexts } from '#web/i18n/i18n.ts'
import { lazyAddition, lazyPart } from '#web/navigation/lazy-part.ts'

/** A lazily loaded staff component, which also waits for the admin area's texts. */
// biome-ignore lint/suspicious/noExplicitAny: props of any kind pass through, as in React's `lazy`
export function lazyStaffPart<C extends ComponentType<any>>(load: () => Promise<{ default: C }>) {
  return lazyPart(load, loadStaffTexts)
}

/** Like `lazyStaffPart`, but without a placeholder. */
// biome-ignore lint/suspicious/noExplicitAny: props of any kind pass through here, too
export function lazyStaffAddition<C extends ComponentType<any>>(
  load: () => Promise<{ default: C }>,
) {
  return lazyAddition(load, loadStaffTexts)
}
