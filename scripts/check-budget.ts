/**
 * Fails if a first visit exceeds the budget for the entry and the visited screen with all their imports. Lazy parts of
 * a screen (a dialog, the parts below the first screen) load later and are not counted. Also fails if a visit that
 * begins with a search, a category or a product fetches too many scripts before the page is idle. Run after `vite
 * build`: `npm exec -- node scripts/check-budget.ts`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUDGET_KB = { JavaScript: 96, CSS: 15 }
const SCRIPTS_MAX = 25

const built = join(import.meta.dirname, '../dist/web')
const manifestPath = join(built, '.vite/manifest.json')

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

if (!existsSync(manifestPath)) {
  console.error('There is no build to check: run `vite build` first.')
  process.exit(1)
}
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestPath, 'utf8'))

const visits = {
  'the home page': ['home/HomeScreen.tsx'],
  'the sign-in page': ['app/SignInPage.tsx'],
}

/** Modules that each of `laterVisits` also loads: header, footer, texts and real time. */
const SHELL = [
  'app/header/ShopMenus.tsx',
  'app/DeferredShell.tsx',
  'app/realtime/connection.ts',
  '../contract/words/en.json?rest',
]
const laterVisits = {
  'a first search': ['catalog/SearchScreen.tsx', ...SHELL],
  'a first category': ['catalog/CategoryScreen.tsx', ...SHELL],
  'a first product': [
    'catalog/ProductScreen.tsx',
    'catalog/fits/FitAnswers.tsx',
    'catalog/fits/ProductFits.tsx',
    ...SHELL,
  ],
}

// Files that every visit loads because all documents link them; the manifest lists only each module's imports.
const entry = [...readFileSync(join(built, 'screen.html'), 'utf8').matchAll(/"\/(assets\/[^"]+)"/g)]
const entryFiles = entry.flatMap((match) => match[1] ?? [])

let over = false
for (const [visit, roots] of Object.entries(visits)) {
  const files = filesOf(roots, new Set(entryFiles))
  for (const [kind, extension] of [
    ['JavaScript', '.js'],
    ['CSS', '.css'],
  ] as const) {
    const kb = weigh([...files].filter((file) => file.endsWith(extension)))
    const budget = BUDGET_KB[kind]
    const verdict =
      kb > budget ? `over the budget of ${budget} kB` : `within the budget of ${budget} kB`
    console.log(`${kind} of ${visit}: ${kb.toFixed(1)} kB gzip, ${verdict}`)
    over ||= kb > budget
  }
}
for (const [visit, roots] of Object.entries(laterVisits)) {
  const files = filesOf(roots, new Set(entryFiles))
  const scripts = [...files].filter((file) => file.endsWith('.js')).length
  console.log(`Scripts of ${visit}: ${scripts} (at most ${SCRIPTS_MAX} allowed)`)
  if (scripts > SCRIPTS_MAX) {
    console.error('Too many scripts: put shared modules into a group in scripts/build/chunks.ts.')
    process.exit(1)
  }
}
if (over) {
  console.error('A first visit is too large: load a route, a dialog or a panel lazily.')
  process.exit(1)
}

function filesOf(roots: string[], files = new Set<string>()): Set<string> {
  for (const root of roots) {
    const chunk = manifest[root]
    if (!chunk)
      throw new Error(
        `The build has no ${root}: if the module was renamed, rename it in this script.`,
      )
    if (files.has(chunk.file)) continue
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    filesOf(chunk.imports ?? [], files)
  }
  return files
}

function weigh(files: string[]): number {
  const bytes = files.map((file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}
