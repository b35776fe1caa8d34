/**
 * Serves the built page: its files, of which browsers may cache the hashed ones for a year, and a document for every
 * screen's path.
 */
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Locale } from '#contract/locale.ts'
import { noLongerThan } from '../concurrency/no-longer-than.ts'
import { handleNotFound } from './error-handler.ts'
import { localeOf } from './request-language.ts'
import { type EncodedAnswer, prepare } from './response-cache/encoded-answer.ts'
import { replyByFramework } from './response-cache/framework-reply.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** Paths that never belong to the page, regardless of method. */
const NOT_A_SCREEN =
  /^\/+(api|media|assets|broadcasting|app|apps|feed|sitemap|healthz|readyz|metrics)(\/|$)|\.\w+$/i

const WORKER = 'service-worker.js'

/** How long to wait for the database, in milliseconds, before browsers get the document as it was built. */
const FILLING_MAX_MS = 1_000

export interface PageParts {
  folder: string
  headers: SecurityHeaders
  fill(name: string, address: PageAddress, html: Buffer): Promise<FilledPage>
}

interface FilledPage {
  status: number
  html: EncodedAnswer
  location?: string
  /** Receives the response headers, which are the same for all clients with the same language. */
  onHeaders?(request: IncomingMessage, headers: Readonly<Record<string, string>>): void
}

export interface PageAddress {
  path: string
  /** The URL's query, whose `lang` is the requested language. */
  query: URLSearchParams
  /** The browser's preferred language. */
  spoken: Locale
  /** Whether the user agent is a search engine's crawler or a messenger's link preview. */
  isRobot: boolean
}

/** Matches the user agents of robots, but not of Cubot phones. */
const ROBOT = /(?<!cu)bot|crawl|spider|slurp|external(?:hit|agent)|whatsapp|google(?:-|other)/i

/** How many seconds a robot should wait before retrying a document that could not be built. */
const RETRY_SECONDS = 60

export async function servePage(
  app: FastifyInstance,
  { folder, headers, fill }: PageParts,
): Promise<void> {
  const documents = await readDocuments(folder)
  if (documents.size > 0) {
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    const assets = new Set(await plainFiles(join(folder, 'assets')))
    // All assets share a route: registering one for each would take longer than the rest of startup.
    app.get<{ Params: { file: string } }>('/assets/:file', ({ params: { file } }, reply) =>
      assets.has(file) ? reply.sendFile(`assets/${file}`) : reply.callNotFound(),
    )
    for (const file of await plainFiles(folder)) {
      const own = file === WORKER ? headers.worker : {}
      app.get(`/${file}`, (_request, reply) => reply.headers(own).sendFile(file))
    }
  }
  const nameOf = (path: string) => {
    const name = SCREENS.find(([addresses]) => addresses.test(path))?.[1] ?? path
    return documents.has(name) ? name : '/screen'
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [path = '', search] = request.url.split('?', 2)
    const query = new URLSearchParams(search)
    const isScreen = ['GET', 'HEAD'].includes(request.method) && !NOT_A_SCREEN.test(path)
    const name = nameOf(path)
    const built = documents.get(name)
    if (!built || !isScreen) return handleNotFound(request, reply)
    const spoken = localeOf(request.headers['accept-language'])
    const isRobot = ROBOT.test(request.headers['user-agent'] ?? '')
    let page: FilledPage = { status: isRobot ? 503 : 200, html: built }
    const filled = fill(name, { path, query, spoken, isRobot }, built.plain).then((answer) => {
      page = answer
    })
    // If the database is down or slow, browsers get the document as it was built, and the page fetches the settings
    // itself. Robots get a 503 and retry.
    await noLongerThan(
      FILLING_MAX_MS,
      filled.catch(() => {}),
    )
    const { status, html, location, onHeaders } = page
    if (location) return reply.redirect(location, status)
    if (status === 503) {
      return reply
        .status(status)
        .header('retry-after', RETRY_SECONDS)
        .send("The shop isn't available right now. Try again in a minute.")
    }
    const vary = [reply.getHeader('vary') ?? [], 'accept-language'].flat().join(', ')
    reply.status(status).headers({ ...headers.document, vary })
    return replyByFramework({ request, reply }, html, {
      type: 'text/html; charset=utf-8',
      isRare: true,
      onHeaders: (sent) => onHeaders?.(request.raw, sent),
    })
  })
}

/** Escapes a path that the router could not decode, so that the request reaches the page, which then shows an error. */
export function withReadablePath(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%') || NOT_A_SCREEN.test(path)) return url
  return canDecode(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function canDecode(path: string): boolean {
  try {
    // The build drops calls whose result is unused, so the result is compared with ''.
    return decodeURI(path) !== ''
  } catch {
    return false
  }
}

const SCREENS: Array<[addresses: RegExp, name: string]> = [
  [/^\/product\/\d+$/, '/product'],
  [/^\/(product-by-categroy|user\/product\/show)(\/|$)/, '/list'],
]

/**
 * Lists all file names except documents, which have their own headers, and compressed files, which have no URL of their
 * own.
 */
async function plainFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !/\.(html|br|gz)$/.test(entry.name))
    .map(({ name }) => name)
}

/**
 * The built documents, keyed by path. Some screens have their own document (scripts/build/first-screens.ts); all other
 * paths share `/screen`. Empty before the first build.
 */
async function readDocuments(folder: string): Promise<Map<string, EncodedAnswer>> {
  const files = await readdir(folder).catch(() => [])
  const pages = files.filter((file) => file.endsWith('.html'))
  return new Map(
    await Promise.all(
      pages.map(async (file) => {
        const name = file.replace(/(?:index)?\.html$/, '')
        return [`/${name}`, prepare(await readFile(join(folder, file), 'utf8'))] as const
      }),
    ),
  )
}
