import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { metrics } from '#contract/shop.ts'
import { createSingleFlight } from '../concurrency/single-flight.ts'
import type { Database } from '../db/database.ts'
import type { Api } from '../http/api.ts'
import { notFound } from '../http/shop-error.ts'
import { countUnclaimed, type Outbox } from '../outbox/outbox.ts'
import type { Engine } from '../realtime/engine.ts'

export interface Measured {
  db: Database
  outboxes: Record<string, Pick<Outbox, 'figures' | 'topics'>>
  realtime: Engine
  figures: readonly Figure[]
}

export interface Figure {
  /** A Prometheus metric name, such as `barq_disk_free_bytes`. */
  name: string
  help: string
  /** @returns null if the value is unknown. */
  read(): number | null | Promise<number | null>
}

/** Returns a 404 to callers outside this machine, because the metrics collector runs alongside the shop. */
export function metricsRoutes(app: FastifyInstance, api: Api, measured: Measured): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // prom-client's process observers never stop and would keep all of this registry's metrics alive.
  app.addHook('onClose', async () => registry.clear())
  measureTraffic(app, registry)
  measureDatabase(registry, measured)
  measureOutboxes(registry, measured)
  const { realtime, figures } = measured
  gauge(
    registry,
    'barq_sockets',
    'Open real-time sockets in this process',
    () => realtime.figures().connections,
  )
  gauge(
    registry,
    'barq_channels',
    'Real-time channels with at least one subscriber in this process',
    () => realtime.figures().channels,
  )
  for (const { name, help, read } of figures) gauge(registry, name, help, read)

  api.route(metrics, async ({ request, address, reply }) => {
    if (!isLoopback(address) || wasForwarded(request)) throw notFound()
    return reply
      .type(registry.contentType)
      .serializer((text) => text as string)
      .send(await registry.metrics())
  })
}

function measureTraffic(app: FastifyInstance, registry: Registry): void {
  const errors = new Counter({
    name: 'barq_refusals_total',
    help: 'Requests rejected, by error code; those with out_of_stock would have oversold',
    labelNames: ['code'],
    registers: [registry],
  })
  // Reports 0 before the first `out_of_stock` error, so that its rate is defined.
  errors.inc({ code: 'out_of_stock' }, 0)
  app.addHook('onResponse', async (_request, reply) => {
    if (reply.errorCode) errors.inc({ code: reply.errorCode })
  })
  const times = new Histogram({
    name: 'barq_http_request_seconds',
    help: 'Response times in seconds, by the first digit of the status; a cached response counts as 0',
    labelNames: ['status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const count = (status: number, seconds: number) =>
    times.observe({ status: `${Math.trunc(status / 100)}xx` }, seconds)
  // Listens to the server rather than the framework, so that every response is counted. A response from the cache has
  // already been sent by now.
  app.server.on('request', (_request, response) => {
    if (response.writableEnded) return count(response.statusCode, 0)
    const began = performance.now()
    response.once('finish', () => count(response.statusCode, (performance.now() - began) / 1000))
  })
}

function measureDatabase(registry: Registry, { db }: Measured): void {
  const figures = {
    connections: ['Database connections in the pool', 'open'],
    idle: ['Idle database connections in the pool', 'idle'],
    waiting: ['Requests waiting for a database connection', 'waiting'],
  } as const
  for (const [name, [help, key]] of Object.entries(figures)) {
    gauge(registry, `barq_database_${name}`, help, () => db.engine.pool()[key])
  }
}

function measureOutboxes(registry: Registry, { db, outboxes }: Measured): void {
  const share = createSingleFlight<Awaited<ReturnType<typeof readAll>>>()
  // All outbox figures in a scrape share a single read.
  const read = () => share('outboxes', readAll)
  const readAll = () => {
    const entries = Object.entries(outboxes)
    return Promise.all(entries.map(async ([of, outbox]) => ({ of, ...(await outbox.figures()) })))
  }
  const add = (name: string, help: string, key: 'waiting' | 'deadLettered' | 'oldestSeconds') => {
    const made = new Gauge({
      name,
      help,
      labelNames: ['of'],
      registers: [registry],
      async collect() {
        const unknown = Object.keys(outboxes).map((of) => ({ of, [key]: Number.NaN }))
        const all = await read().catch(() => unknown)
        for (const figures of all) made.set({ of: figures.of }, Number(figures[key]))
      },
    })
  }
  add('barq_outbox_waiting', 'Undelivered events in the outbox', 'waiting')
  add(
    'barq_outbox_dead_lettered',
    'Events in the outbox that were abandoned after too many delivery attempts',
    'deadLettered',
  )
  add(
    'barq_outbox_oldest_seconds',
    'Age of the oldest undelivered event, in seconds',
    'oldestSeconds',
  )
  gauge(
    registry,
    'barq_outbox_unclaimed',
    'Events in the outbox whose topic this version does not know',
    () =>
      countUnclaimed(
        db.run,
        Object.values(outboxes).flatMap((outbox) => outbox.topics()),
      ),
  )
  gauge(registry, 'barq_database_up', '1 if the database responds, otherwise 0', () =>
    read().then(
      () => 1,
      () => 0,
    ),
  )
}

/** Reports a figure that cannot be read as NaN, so that the others are still reported. */
function gauge(registry: Registry, name: string, help: string, read: Figure['read']): void {
  const made = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        made.set((await read()) ?? Number.NaN)
      } catch {
        made.set(Number.NaN)
      }
    },
  })
}

function isLoopback(address: string): boolean {
  return /^(::1|(::ffff:)?127\.)/.test(address)
}

/** Headers added by proxies and CDNs, in addition to all that begin with `x-forwarded-`. */
const FORWARDING: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'cdn-loop',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-original-host',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'cf-ray',
  'fastly-client-ip',
  'fly-client-ip',
  'do-connecting-ip',
  'x-azure-clientip',
  'x-envoy-external-address',
  'x-appengine-user-ip',
])

/**
 * Whether a proxy forwarded the request. The IP address alone is not enough, because a request through a proxy on this
 * machine also has a loopback address. The presence of any proxy header is enough, regardless of its value. A proxy
 * that adds no header is not detected (docs/operations.md).
 */
function wasForwarded({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some(
    (name) => FORWARDING.has(name) || name.startsWith('x-forwarded-'),
  )
}
