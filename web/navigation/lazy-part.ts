import { type ComponentProps, type ComponentType, createElement, lazy, Suspense } from 'react'
import { serverReturned } from '#web/api/server-return.ts'
import { loadAllTexts } from '#web/i18n/i18n.ts'

/** Thrown when the code of a part of the page did not load: no connection, no server, or a newer release. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

/** The number of retries once the server answers: code that is still missing then was removed by a new release. */
const TRIES_ANSWERED = 2

// biome-ignore lint/suspicious/noExplicitAny: props of any kind pass through, as in React's own
type AnyComponent = ComponentType<any>
type Load<C> = () => Promise<{ default: C }>

/**
 * React's `lazy` for a screen whose texts are all in the entry. A failed load throws PartMissing,
 * for the boundary in web/app to handle.
 */
export function lazyFirstScreen<C extends AnyComponent>(load: Load<C>) {
  return lazy(() => load().catch(throwMissing))
}

/** React's `lazy` for a screen that needs more than the first screen's texts; otherwise like `lazyFirstScreen`. */
export function lazyScreen<C extends AnyComponent>(load: Load<C>) {
  return lazyFirstScreen(withTexts(load, loadAllTexts))
}

/** The `loadTexts` of a part whose texts are all in the entry. */
export const NO_TEXTS = async () => {}

/**
 * React's `lazy` for a part of a screen. Since the rest of the screen stays, the part waits while the server is down,
 * and retries when the server is back.
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
