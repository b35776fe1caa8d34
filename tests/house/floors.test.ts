/**
 * The layers of the source ("floors" in docs/architecture.md): imports go down, or sideways without
 * a cycle. The list below is the definition; a folder that is not in it fails the test.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Highest first. Folders of one floor may import each other without a cycle, but never a screen.
 */
const FLOORS: Record<string, string[][]> = {
  web: [
    ['main.tsx'],
    ['app'],
    ['home', 'accounts', 'catalog', 'cart', 'payment', 'orders', 'contact', 'admin'],
    ['session'],
    ['navigation', 'api'],
    ['i18n'],
    ['ui'],
  ],
}

interface Arrow {
  /** The importing file and the imported one, from the root of the repository. */
  from: string
  to: string
}

for (const [half, floors] of Object.entries(FLOORS)) {
  const arrows = arrowsIn(half)

  it(`${half}/ has no import that goes up`, () => {
    const fix =
      'Move what both need to a lower floor, or let the upper one pass it in as a parameter or a slot.'
    expect(breaches(floors, arrows), fix).toEqual([])
  })

  it(`${half}/ has no cycle`, () => {
    const fix = 'Two folders of one floor import each other: move what both need down a floor.'
    expect(knots(arrows), fix).toEqual([])
  })
}

it('a feature of the page does not import another one’s screen', () => {
  const features = FLOORS.web?.[2] ?? []
  const isScreen = ({ from, to }: Arrow) =>
    to.endsWith('Screen.tsx') && features.includes(roomOf(from)) && features.includes(roomOf(to))

  const fix = 'What one feature draws inside another comes in as a slot that web/app fills.'
  expect(arrowsIn('web').filter(isScreen), fix).toEqual([])
})

it('an import that goes up, a cycle and an unknown folder are noticed', () => {
  const floors = [['app'], ['cart', 'home'], ['ui']]
  const arrow = (from: string, to: string) => ({ from: `web/${from}/x.ts`, to: `web/${to}/y.ts` })

  expect(breaches(floors, [arrow('cart', 'ui'), arrow('cart', 'home')])).toEqual([])
  expect(breaches(floors, [arrow('ui', 'cart')])).toHaveLength(1)
  expect(breaches(floors, [arrow('cellar', 'ui')])).toHaveLength(1)
  expect(knots([arrow('cart', 'home'), arrow('home', 'ui')])).toEqual([])
  expect(knots([arrow('cart', 'home'), arrow('home', 'ui'), arrow('ui', 'cart')])).toEqual([
    ['cart', 'home', 'ui'],
  ])
})

/** Imports between folders of one half, tests and styles aside. */
function arrowsIn(half: string): Arrow[] {
  return readdirSync(join(ROOT, half), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .flatMap((name) => importsOf(join(half, name)))
    .filter(({ from, to }) => to.startsWith(`${half}/`) && roomOf(from) !== roomOf(to))
}

function importsOf(from: string): Arrow[] {
  const text = readFileSync(join(ROOT, from), 'utf8')
  const names = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([.#][^']+)'/g)
  return [...names].map(([, name = '']) => ({
    from,
    to: name.startsWith('#') ? name.slice(1) : join(dirname(from), name),
  }))
}

/** The second part of a path: a folder, or a file beside the folders. */
function roomOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function breaches(floors: string[][], arrows: Arrow[]): string[] {
  const levelOf = (path: string) => floors.findIndex((rooms) => rooms.includes(roomOf(path)))
  return arrows
    .filter(({ from, to }) => {
      const [above, below] = [levelOf(from), levelOf(to)]
      return above < 0 || below < 0 || above > below
    })
    .map(({ from, to }) => `${from} imports ${to}`)
}

/** Groups of folders that reach each other, each sorted by name. */
function knots(arrows: Arrow[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    const rooms = next.get(roomOf(from)) ?? new Set()
    next.set(roomOf(from), rooms.add(roomOf(to)))
  }
  const reached = new Map([...next.keys()].map((room) => [room, reachableFrom(room, next)]))
  const groups = [...reached].map(([room, rooms]) =>
    [...rooms].filter((other) => reached.get(other)?.has(room)).sort(),
  )
  const unique = new Set(groups.filter(({ length }) => length > 0).map((group) => group.join()))
  return [...unique].map((group) => group.split(','))
}

function reachableFrom(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const waiting = [start]
  for (let room = waiting.pop(); room !== undefined; room = waiting.pop()) {
    for (const other of next.get(room) ?? []) {
      if (!found.has(other)) waiting.push(other)
      found.add(other)
    }
  }
  return found
}
