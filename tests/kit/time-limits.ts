/**
 * Limits of time are judged where nothing else runs (`npm run soak`); in `npm test`, where files run
 * beside one another on machines that are shared, they are wider.
 */
export const IS_SOAK = process.env.SOAK === '1'

/** Two files on two cores double every time, and a shared machine does so once more. */
const WIDER = 4

/** @param limit in any unit of time. */
export function within(limit: number): number {
  return IS_SOAK ? limit : limit * WIDER
}
