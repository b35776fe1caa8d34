/**
 * Limits of time are judged where nothing else runs (`npm run soak`); in `npm test`, on machines
 * that are shared and noisy, they only catch what hangs.
 */
export const IS_SOAK = process.env.SOAK === '1'

/** @param limit in any unit of time. */
export function within(limit: number): number {
  return IS_SOAK ? limit : limit * 10
}
