/** Figures of the process in the text form of Prometheus. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { metrics } from '#contract/shop.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Engine } from '../realtime/engine.ts'
import type { Api } from './api.ts'
import { notFound } from './shop-error.ts'

/** What a feature wants counted. */
export interface Figure {
  name: string
  help: string
  read(): number | Promise<number>
}

/** To anybody but this machine it is a missing page: what collects figures runs beside the shop. */
export function metricsRoutes(
  api: Api,
  outbox: Outbox,
  realtime: Engine,
  ofFeatures: readonly Figure[],
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  gauge(registry, 'barq_sockets', 'Open sockets', () => realtime.figures().connections)
  gauge(registry, 'barq_channels', 'Channels with a subscriber', () => realtime.figures().channels)
  gauge(registry, 'barq_outbox_waiting', 'Events not delivered yet', async () => {
    const { waiting } = await outbox.figures()
    return waiting
  })
  for (const { name, help, read } of ofFeatures) gauge(registry, name, help, read)

  api.route(metrics, async ({ address, reply }) => {
    if (!isLoopback(address)) throw notFound()
    return reply
      .type(registry.contentType)
      .serializer((text) => text as string)
      .send(await registry.metrics())
  })
}

function gauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number>,
): void {
  const made = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      made.set(await read())
    },
  })
}

function isLoopback(address: string): boolean {
  return /^(::1|(::ffff:)?127\.)/.test(address)
}
