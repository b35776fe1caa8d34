import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type CallOptions, describeShop } from '#tests/kit/shop.ts'
import { createInvariantsWatch } from '../../invariants.ts'

const DASHBOARD = join(import.meta.dirname, '../../../deploy/grafana-dashboard.json')

describeShop('the figures for Prometheus', (shop) => {
  it('report on the process, the database, the outbox, the sockets and the disk', async () => {
    const answer = await shop.call('GET', '/metrics')

    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
    const figures = read(answer.text)
    expect(figures).toMatchObject({
      barq_sockets: 0,
      barq_database_up: 1,
      'barq_outbox_waiting{of="events"}': expect.any(Number),
      'barq_outbox_dead_lettered{of="mails"}': 0,
      barq_outbox_unclaimed: 0,
      barq_invariant_violations: Number.NaN,
      nodejs_eventloop_lag_p99_seconds: expect.any(Number),
    })
    expect(figures.barq_disk_free_bytes).toBeGreaterThan(0)
    expect(figures.barq_database_connections).toBeGreaterThanOrEqual(1)
  })

  it('count answers, and overselling that was prevented', async () => {
    const { token } = await shop.customer()
    const Product = await shop.product({ stock: 1 })
    const app = await shop.anotherApp()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })

    for (let times = 0; times < 3; times++) {
      const { status } = await fetch(`${address}/api/user/order`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ orders: [{ Product, quantity: 2 }] }),
      })
      expect(status).toBe(409)
    }

    const figures = read(await (await fetch(`${address}/metrics`)).text())
    await app.close()
    expect(figures).toMatchObject({
      'barq_refusals_total{code="out_of_stock"}': 3,
      'barq_http_request_seconds_count{status="4xx"}': 3,
    })
  })

  it('count an answer kept in memory as 0 seconds, as their description says', async () => {
    const app = await shop.anotherApp()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const etag = (await fetch(`${address}/api/`)).headers.get('etag') ?? ''
    const kept = await fetch(`${address}/api/`, { headers: { 'if-none-match': etag } })
    expect(kept.status).toBe(304)

    const text = await (await fetch(`${address}/metrics`)).text()
    await app.close()
    const name = 'barq_http_request_seconds'
    expect(text).toMatch(new RegExp(`^# HELP ${name} .*cached response counts as 0`, 'm'))
    expect(read(text)).toMatchObject({
      [`${name}_count{status="3xx"}`]: 1,
      [`${name}_sum{status="3xx"}`]: 0,
    })
  })

  it('are a missing page to any other machine, also through a proxy on this one', async () => {
    const strangers: CallOptions[] = [
      { address: '203.0.113.9' },
      ...Object.entries({
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-host': 'shop.example',
        'x-forwarded-proto': 'https',
        'x-forwarded-port': '443',
        'x-forwarded-server': 'front',
        'x-forwarded-anything': 'else',
        forwarded: 'for=203.0.113.9',
        via: '1.1 Caddy',
        'x-real-ip': '203.0.113.9',
        'x-client-ip': '203.0.113.9',
        'x-cluster-client-ip': '203.0.113.9',
        'x-original-forwarded-for': '203.0.113.9',
        'x-original-host': 'shop.example',
        'true-client-ip': '203.0.113.9',
        'cf-connecting-ip': '203.0.113.9',
        'cf-connecting-ipv6': '2001:db8::1',
        'cf-ray': '230b030023ae2822-SJC',
        'fastly-client-ip': '203.0.113.9',
        'fly-client-ip': '203.0.113.9',
        'do-connecting-ip': '203.0.113.9',
        'x-azure-clientip': '203.0.113.9',
        'x-envoy-external-address': '203.0.113.9',
        'x-appengine-user-ip': '203.0.113.9',
        'cdn-loop': 'cdn.example',
        // Some proxies send an unknown value as an empty string.
        'X-Real-IP': '',
      }).map(([name, value]) => ({ headers: { [name]: value } })),
    ]
    for (const stranger of strangers) {
      const { status } = await shop.call('GET', '/metrics', stranger)
      expect([stranger, status]).toEqual([stranger, 404])
    }
    const headers = {
      'user-agent': 'Prometheus/3.0',
      accept: 'text/plain;version=0.0.4',
      'x-prometheus-scrape-timeout-seconds': '10',
    }
    expect((await shop.call('GET', '/metrics', { headers })).status).toBe(200)
  })

  it('have every name that the dashboard uses', async () => {
    const dashboard = await readFile(DASHBOARD, 'utf8')
    const asked = new Set(dashboard.match(/\b(?:barq|nodejs|process)_\w+/g))
    const app = await shop.anotherApp()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    // A histogram only appears after its first value.
    await fetch(`${address}/healthz`)
    const text = await (await fetch(`${address}/metrics`)).text()
    await app.close()
    const reported = new Set([...text.matchAll(/^(\w+)(?:\{.*\})? /gm)].map(([, name]) => name))

    const missing = [...asked].filter((name) => !reported.has(name))
    expect(missing).toEqual([])
    expect(asked.size).toBeGreaterThan(10)
    expect(() => JSON.parse(dashboard)).not.toThrow()
  })

  it('name the rules that the last check found broken, never the rows', async () => {
    const alarms: string[][] = []
    const watch = createInvariantsWatch(shop.db, (broken) => alarms.push(broken))
    await watch.look()
    expect([watch.violations(), alarms]).toEqual([0, []])

    const id = await shop.product({ stock: 5 })
    await shop.sql`update product set sold = 1 where id = ${id}`
    await watch.look()

    expect(watch.violations()).toBe(2)
    expect(alarms).toEqual([[expect.stringMatching(/^E2: /), expect.stringMatching(/^E4: /)]])
    await shop.sql`update product set sold = 0 where id = ${id}`
  })
})

function read(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      const value = line.slice(at + 1)
      return [line.slice(0, at), value === 'Nan' ? Number.NaN : Number(value)]
    }),
  )
}
