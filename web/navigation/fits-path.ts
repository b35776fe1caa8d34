import { adminPaths } from './admin-paths.ts'

/** The path of the screen where staff edit the compatibility of an accessory. */
export function fitsPath(id: number): string {
  return `${adminPaths.products}/${id}/fits`
}
