/**
 * The files named in docs/surprises.md and in folders' READMEs exist. docs/architecture.md names every folder of server/
 * and web/, and only paths that exist. server/shop/screens.ts knows every screen of the page. docs/decisions/README.md
 * has one line for each decision, with its heading.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { CATEGORIES } from '#contract/locale.ts'
import { ROOT } from '#server/platform/root.ts'
import { isScreen } from '#server/shop/screens.ts'
import { paths, patterns } from '#web/navigation/paths.ts'

const pages = [
  'docs/surprises.md',
  ...globSync('{server,web,contract}/**/README.md', { cwd: ROOT }),
]

/** Matches a path from the repository's root, or the name of a file next to the page. */
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
  expect(read('docs/surprises.md').split('\n').length).toBeLessThan(62)
})

it('docs/architecture.md has a row for each folder of server/ and web/', () => {
  const rows = [...read('docs/architecture.md').matchAll(/^\| (`[^|]+`) \|/gm)]
  const named = rows
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))
    .flatMap(unbraced)
  const folders = globSync('{server,web}/*/', { cwd: ROOT }).map((folder) => join(folder, '/'))

  expect(folders.length).toBeGreaterThan(25)
  expect(folders.filter((folder) => !named.includes(folder))).toEqual([])
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

it('the server knows every screen', () => {
  const plain = Object.values(paths).filter((path) => typeof path === 'string')
  const filled = Object.entries(patterns).map(([name, pattern]) =>
    pattern
      .replace(/\/:category\?$|\/\*$/, '')
      .replace(':category', CATEGORIES[0])
      .replace(':page', name === 'email' ? 'confirm' : 'terms')
      .replace(':id', '7'),
  )
  expect([...plain, ...filled].filter((path) => !isScreen(path))).toEqual([])
})

it('docs/decisions/README.md has the number, heading and file of each decision', () => {
  const decisions = globSync('docs/decisions/[0-9]*.md', { cwd: ROOT }).sort()
  const lines = decisions.map((page) => {
    const text = read(page)
    const file = basename(page)
    const replacement = /^Replaced by \[decision (\d+)\]/m.exec(text)?.[1]
    const [heading = ''] = text.split('\n', 1)
    return heading.replace(/^# (\d+)\. (.+)$/, (_, number: string, title: string) =>
      Number(number) === Number.parseInt(file, 10)
        ? `- ${number}. [${title}](${file})${replacement ? `, replaced by ${replacement}` : ''}`
        : `The number of ${file} is not that of its heading`,
    )
  })

  expect(lines.length).toBeGreaterThan(30)
  expect(read('docs/decisions/README.md').match(/^- .*$/gm)).toEqual(lines)
})

/** Expands `web/{api,ui}/` to `web/api/` and `web/ui/`. */
function unbraced(path: string): string[] {
  const [, before = '', names, after = ''] = /^(.*)\{(.+)\}(.*)$/.exec(path) ?? []
  return names ? names.split(',').map((name) => `${before}${name}${after}`) : [path]
}

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
}

function filesIn(page: string): string[] {
  return [...read(page).matchAll(FILE)].map(([, file = '']) => file)
}
