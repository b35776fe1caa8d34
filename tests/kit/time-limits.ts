/**
 * Time limits are strict where nothing else runs (`npm run soak`) and wider in `npm test`, where
 * test files run in parallel on shared machines.
 */
export const IS_SOAK = process.env.SOAK === '1'

/** Two files on two cores double every time, and a shared machine doubles it again. */
const WIDER = 4

/** @param limit in any unit of time. */
export function within(limit: number): number {
  return IS_SOAK ? limit : limit * WIDER
}
