/** Writes the figures to a dated report that describes the machine. */
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { CORES_IN_WORDS } from './cores.ts'
import type { Answered } from './scale-load.ts'

export interface Figures {
  engine: 'postgres' | 'embedded'
  products: number
  /** How long it took to generate the catalog, in seconds. */
  generated: number
  firstAnswer: number
  /** Requests per second. `bare` also sends the shop's headers, `bodyAlone` only Fastify's own. */
  pages: Record<string, { shop: number; bare: number; bodyAlone: number }>
  cold: Answered
  search: Answered
  alone: Answered
  coldSuggestions: Answered
  suggestions: Answered
  deepPage: number
  firstPage: Answered
  lastPage: Answered
  cart: Answered
  order: Answered
  /** The server process's memory at the end, in megabytes. */
  memory: number
}

export async function writeReport(
  figures: Figures[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<string> {
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  const text = [
    `# Scale, ${date}`,
    '',
    `${machine}; load ${loadavg()[0]?.toFixed(1)} at the end. ${clients} clients; ${CORES_IN_WORDS}; pages in 5 rounds of ${seconds / 2} s, of which the round with the median ratio is shown; times in ms; \`npm run bench:scale\`.`,
    '',
    '## Pages, requests per second compared with a bare Fastify server that sends the same bytes',
    'Ratio: the shop divided by a bare server that sends the same headers and body. Ratio to body alone: divided by a bare server that omits the headers for security, language and caching.',
    ...table(
      [
        'engine',
        'products',
        'page',
        'shop',
        'bare',
        'ratio',
        'bare, body alone',
        'ratio to body alone',
      ],
      figures.flatMap(({ engine, products, pages }) =>
        Object.entries(pages).map(([page, { shop, bare, bodyAlone }]) => [
          engine,
          products,
          page,
          Math.round(shop),
          Math.round(bare),
          (shop / bare).toFixed(2),
          Math.round(bodyAlone),
          (shop / bodyAlone).toFixed(2),
        ]),
      ),
    ),
    `## Search and suggestions, ${clients} clients`,
    'Cold: the first searches after startup, with no counts in memory, and the first suggestions after them. One client: one round of 250 requests. Other rows: 5 rounds of 2,000 requests, of which the round with the median p99 is shown, with the lowest and the highest p99 of all rounds. Times: the p99 divided by the p99 of the smallest size on the same engine.',
    ...table(
      ['engine', 'products', 'what', 'p50', 'p99', 'per second', 'times', 'failed'],
      figures.flatMap((of) => [
        timesRow(figures, of, 'search, cold', ({ cold }) => cold),
        timesRow(figures, of, 'search', ({ search }) => search),
        timesRow(figures, of, 'search, one client', ({ alone }) => alone),
        timesRow(figures, of, 'suggestions, cold', ({ coldSuggestions }) => coldSuggestions),
        timesRow(figures, of, 'suggestions', ({ suggestions }) => suggestions),
      ]),
    ),
    `## Deep pages, cart and order, ${clients} clients`,
    ...table(
      ['engine', 'products', 'what', 'p50', 'p99', 'per second', 'times', 'failed'],
      figures.flatMap((of) => [
        timesRow(figures, of, 'first page of a category', ({ firstPage }) => firstPage),
        timesRow(figures, of, `page ${of.deepPage} of the category`, ({ lastPage }) => lastPage),
        timesRow(figures, of, 'cart add', ({ cart }) => cart),
        timesRow(figures, of, 'order', ({ order }) => order),
      ]),
    ),
    '## Memory, startup, generation',
    ...table(
      ['engine', 'products', 'server MB', 'start to first response, ms', 'generated in, s'],
      figures.map(({ engine, products, memory, firstAnswer, generated }) => [
        engine,
        products,
        Math.round(memory),
        firstAnswer,
        generated.toFixed(0),
      ]),
    ),
  ].join('\n')
  await writeFile(join(import.meta.dirname, 'results', `${date}-scale.md`), text)
  return text
}

type Cell = string | number

function timesRow(
  figures: Figures[],
  of: Figures,
  what: string,
  pick: (figures: Figures) => Answered,
): Cell[] {
  const { p50, p99, perSecond, failed, spread } = pick(of)
  const range = spread ? ` (${spread.map((ms) => ms.toFixed(1)).join(' to ')})` : ''
  const smallest = figures.find(({ engine }) => engine === of.engine) ?? of
  const times = (p99 / pick(smallest).p99).toFixed(1)
  return [
    of.engine,
    of.products,
    what,
    p50.toFixed(1),
    p99.toFixed(1) + range,
    Math.round(perSecond),
    times,
    failed,
  ]
}

function table(head: string[], rows: Cell[][]): string[] {
  const line = (cells: Cell[]) => `| ${cells.join(' | ')} |`
  return ['', line(head), line(head.map(() => '---')), ...rows.map(line), '']
}
