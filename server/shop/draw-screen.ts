/** Renders first screens with the program that `npm run build` builds from web/draw.tsx. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Draw } from '#contract/drawing.ts'
import { ROOT } from '../platform/root.ts'

export const DRAWING = pathToFileURL(join(ROOT, 'dist/draw/draw.js')).href

/** How long to wait before reloading the program after it failed to load, in milliseconds. */
const PAUSE_MS = 10_000

/**
 * @returns a function that renders a screen; its first call loads the program. The function returns null if the program
 * is missing or fails; the browser then renders the screen.
 */
export function createDraw(
  program: string | null,
  warn: (error: unknown, what: string) => void,
  pauseMs = PAUSE_MS,
): Draw {
  let retryAt = 0
  const load = (from: string): Promise<{ draw: Draw }> =>
    import(from).catch((error) => {
      retryAt = performance.now() + pauseMs
      throw error
    })
  return async (drawing) => {
    if (program === null || performance.now() < retryAt) return null
    try {
      return await (await load(program)).draw(drawing)
    } catch (error) {
      warn(error, 'a first screen could not be rendered')
      return null
    }
  }
}
