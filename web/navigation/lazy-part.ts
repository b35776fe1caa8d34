import { type ComponentProps, type ComponentType, createElement, lazy, Suspense } from 'react'
import { serverReturned } from '#web/api/server-return.ts'
import { loadAllTexts } from '#web/i18n/i18n.ts'

/** Thrown if the code for a part of the page does not load: no connection, no server, or a newer release. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

/** The number of retries once the server is reachable; code still missing after that was removed by a new release. */
const TRIES_ANSWERED = 2

// biome-ignore lint/suspicious/noExplicitAny: props of any kind pass through, as in React's own
type AnyComponent = ComponentType<any>
type Load<C> = () => Promise<{ default: C }>

/**
 * React's `lazy` for a screen whose texts are all in the entry bundle. A failed load throws PartMissing, which the
 * boundary in web/app handles.
 */
export function lazyFirstScreen<C extends AnyComponent>(load: Load<C>) {
  return lazy(() => load().catch(throwMissing))
}

/** React's `lazy` for a screen that needs more than the first screen's texts; otherwise like `lazyFirstScreen`. */
export function lazyScreen<C extends AnyComponent>(load: Load<C>) {
  return lazyFirstScreen(withTexts(load, loadAllTexts))
}

/** The `loadTexts` for a part whose texts are all in the entry bundle. */
export const NO_TEXTS = async () => {}

/**
 * React's `lazy` for a part of a screen. Because the rest of the screen stays, the part waits while the server is down
 * and retries once it is back.
 */
export function lazyPart<C extends AnyComponent>(load: Load<C>, loadTexts = loadAllTexts) {
  return lazy(() => keepAsking(withTexts(load, loadTexts)).catch(throwMissing))
}

/** A `lazyPart` without a placeholder, such as a dialog or the contents of a menu. */
export function lazyAddition<C extends AnyComponent>(load: Load<C>, loadTexts = loadAllTexts) {
  const Part = lazyPart(load, loadTexts)
  return (props: ComponentProps<C>) => createElement(Suspense, null, createElement(Part, props))
}

function withTexts<C>(load: Load<C>, loadTexts: () => Promise<void>): Load<C> {
  return async () => {
    const [part] = await Promise.all([load(), loadTexts()])
    return part
  }
}

async function keepAsking<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await load()
    } catch (error) {
      if (tries >= TRIES_ANSWERED) throw error
      await serverReturned()
    }
  }
}

function throwMissing(cause: unknown): never {
  throw new PartMissing('A part of the page did not load.', { cause })
}
