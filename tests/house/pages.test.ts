/** docs/surprises.md and the READMEs of folders: the files that they name are there. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

const pages = [
  'docs/surprises.md',
  ...globSync('{server,web,contract}/**/README.md', { cwd: ROOT }),
]

/** A path, or the name of a file beside the page. */
const FILE = /`([\w./-]+\.(?:ts|tsx|md|sql|json|css))`/g

it('finds the pages and their files', () => {
  expect(pages.length).toBeGreaterThanOrEqual(5)
  expect(filesIn('docs/surprises.md').length).toBeGreaterThanOrEqual(15)
})

it.for(pages)('%s', (page) => {
  const missing = filesIn(page).filter(
    (file) => !existsSync(join(ROOT, file)) && !existsSync(join(ROOT, dirname(page), file)),
  )
  expect(missing, 'Name the file where it is now.').toEqual([])
})

it('docs/surprises.md is one page', () => {
  expect(readFileSync(join(ROOT, 'docs/surprises.md'), 'utf8').split('\n').length).toBeLessThan(62)
})

function filesIn(page: string): string[] {
  return [...readFileSync(join(ROOT, page), 'utf8').matchAll(FILE)].map(([, file = '']) => file)
}
