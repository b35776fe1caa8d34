import { type ComponentType, lazy } from 'react'
import { loadAllTexts } from './i18n.ts'

/** React's `lazy` for a part of the page that says more than the first screen does. */
// biome-ignore lint/suspicious/noExplicitAny: props of any kind pass through, as in React's own
export function lazyPart<C extends ComponentType<any>>(load: () => Promise<{ default: C }>) {
  return lazy(async () => {
    const [part] = await Promise.all([load(), loadAllTexts()])
    return part
  })
}
