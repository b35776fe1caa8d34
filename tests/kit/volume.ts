/**
 * How much of an attack is tried: a sample in `npm test`, everything in `npm run test:all`. Tests
 * that have no sample are in `*.full.test.ts` files.
 */
export const IS_FULL = process.env.TEST_VOLUME === 'full'

/** `volume(2, 100)`: two rounds in `npm test`, a hundred in `npm run test:all`. */
export function volume<T>(sample: T, full: T): T {
  return IS_FULL ? full : sample
}
