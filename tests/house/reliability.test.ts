/** docs/reliability.md: the tests of each promise are there, and run as often as it says. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

const rows = [
  ...readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8').matchAll(
    /^\| (?<promise>[A-Z]\d+[a-d]? \| [^|]+) \| (?<files>`[^|]+`) \| (?<often>[^|]+) \|$/gm,
  ),
].map(({ groups: { promise = '', files = '', often = '' } = {} }) => ({
  promise,
  files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  often,
}))

it('has all promises', () => {
  expect(rows.length).toBeGreaterThan(60)
})

it.for(rows)('$promise', ({ files, often }) => {
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(often).toBe(howOften(files))
})

/** In the words of the page. */
function howOften(files: readonly string[]): string {
  if (files.every((file) => /\.full\./.test(file))) return 'test:all'
  return files.some((file) => /\.full\./.test(file) || isSampled(file)) ? 'sample' : 'always'
}

function isSampled(file: string): boolean {
  return /\b(volume\(|IS_FULL\b)/.test(readFileSync(join(ROOT, file), 'utf8'))
}
