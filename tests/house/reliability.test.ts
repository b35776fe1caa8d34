/** docs/reliability.md: the tests of each promise exist, and run as often as the page says. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#server/platform/root.ts'

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

/** How often the files run, in the words of docs/reliability.md. */
function howOften(files: readonly string[]): string {
  const shares = files.map(sampledShare)
  if (shares.every((share) => share === 'nothing')) return 'test:all'
  return shares.every((share) => share === 'all') ? 'always' : 'sample'
}

function sampledShare(file: string): 'all' | 'some' | 'nothing' {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const stories = text.match(/^\s*test\((?!\.)/gm)?.length ?? 0
  const full = text.match(/^\s*test\([^,]*@full/gm)?.length ?? 0
  if (/\.full\./.test(file) || (stories > 0 && full === stories)) return 'nothing'
  return full > 0 || /\b(volume\(|IS_FULL\b)/.test(text) ? 'some' : 'all'
}
