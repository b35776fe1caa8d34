/** Draws first screens with the program that `npm run build` builds from the page (web/draw.tsx). */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Draw } from '#contract/drawing.ts'
import { ROOT } from '../platform/root.ts'

export const DRAWING = pathToFileURL(join(ROOT, 'dist/draw/draw.js')).href

/** How long to wait after the program failed to load before loading it again, in milliseconds. */
const PAUSE_MS = 10_000

/**
 * @returns a function that draws a screen; its first call loads the program. The function returns null if the program
 * is missing or fails: then the browser draws the screen.
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
      warn(error, 'a first screen could not be drawn')
      return null
    }
  }
}
