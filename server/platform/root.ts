import { join } from 'node:path'

/** The folder of the shop's code: two levels above this file, and above its bundle in dist/server/. */
export const ROOT = join(import.meta.dirname, '../..')
