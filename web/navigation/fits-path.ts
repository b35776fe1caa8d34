import { adminPaths } from './paths.ts'

/** Where staff say what an accessory fits. */
export function fitsPath(id: number): string {
  return `${adminPaths.products}/${id}/fits`
}
