import { adminPaths } from './admin-paths.ts'

/** The path of the screen where staff edit what an accessory fits. */
export function fitsPath(id: number): string {
  return `${adminPaths.products}/${id}/fits`
}
