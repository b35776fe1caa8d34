/** Renders first screens with the program that `npm run build` builds from web/render.tsx. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Render } from '#contract/rendering.ts'
import { ROOT } from '../platform/root.ts'

export const RENDERER = pathToFileURL(join(ROOT, 'dist/render/render.js')).href

/** How long to wait before reloading the program after it failed to load, in milliseconds. */
const PAUSE_MS = 10_000

/**
 * @returns a function that renders a screen; its first call loads the program. The function returns null if the program
 * is missing or fails; the browser then renders the screen.
 */
export function createRenderer(
  program: string | null,
  warn: (error: unknown, what: string) => void,
  pauseMs = PAUSE_MS,
): Render {
  let retryAt = 0
  const load = (from: string): Promise<{ render: Render }> =>
    import(from).catch((error) => {
      retryAt = performance.now() + pauseMs
      throw error
    })
  return async (input) => {
    if (program === null || performance.now() < retryAt) return null
    try {
      return await (await load(program)).render(input)
    } catch (error) {
      warn(error, 'a first screen could not be rendered')
      return null
    }
  }
}
