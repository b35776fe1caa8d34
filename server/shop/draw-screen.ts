/** Draws first screens with the program that `npm run build` makes of the page (web/draw.tsx). */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Draw } from '#contract/drawing.ts'
import { ROOT } from '../platform/root.ts'

/** The program, as it is built. */
export const DRAWING = pathToFileURL(join(ROOT, 'dist/draw/draw.js')).href

/** Loads the program with the first screen. Without one, and when it fails, the browser draws. */
export function createDraw(
  program: string | null,
  warn: (error: unknown, what: string) => void,
): Draw {
  let loaded: Promise<{ draw: Draw }> | undefined
  return async (drawing) => {
    if (program === null) return null
    try {
      loaded ??= import(program)
      const { draw } = await loaded
      return await draw(drawing)
    } catch (error) {
      warn(error, 'a first screen was not drawn')
      return null
    }
  }
}
