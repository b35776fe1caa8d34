/** How much of an attack to try: a sample in `npm test`, all in `npm run test:all`, which adds `*.full.test.ts`. */
export const IS_FULL = process.env.TEST_VOLUME === 'full'

/** `volume(2, 100)` is 2 in `npm test` and 100 in `npm run test:all`. */
export function volume<T>(sample: T, full: T): T {
  return IS_FULL ? full : sample
}
