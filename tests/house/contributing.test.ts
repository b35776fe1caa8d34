/** The table "To change X, go to Y" in CONTRIBUTING.md: each file exists, and the number of files is right. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#server/platform/root.ts'

const rows = [
  ...readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /^\| (?<task>[^|]+) \| (?<count>\d+) \| (?<files>[^|]+) \|[^|]*\|$/gm,
  ),
].map(({ groups: { task = '', count = '', files = '' } = {} }) => ({
  task,
  count: Number(count),
  files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
}))

it('has at least ten tasks', () => {
  expect(rows.length).toBeGreaterThanOrEqual(10)
})

it.for(rows)('$task', ({ count, files }) => {
  expect(files, 'The second column must be the number of files.').toHaveLength(count)
  // A placeholder or a star stands for a new file; files of the same kind must already exist there.
  const missing = files.filter((file) =>
    /[*<]/.test(file)
      ? globSync(file.replace(/<[^>]+>/g, '*'), { cwd: ROOT }).length === 0
      : !existsSync(join(ROOT, file)),
  )
  expect(missing, 'Name the file where it is now.').toEqual([])
})
