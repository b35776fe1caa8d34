import { join } from 'node:path'

/** The root folder of the shop's code, two levels above both this file and its bundle in dist/server/. */
export const ROOT = join(import.meta.dirname, '../..')
