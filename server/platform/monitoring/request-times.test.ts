import { Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createRequestTimes } from './request-times.ts'

it('the times of requests are written as prom-client writes a histogram', async () => {
  const times = createRequestTimes()
  expect(times.text()).toMatch(/^# HELP \S+ .*\n# TYPE \S+ histogram\n$/)
  const observed = [
    [200, 0],
    [204, 0.005],
    [200, 0.0051],
    [302, 1],
    [404, 10],
    [500, 10.5],
    [503, 3.25],
  ] as const
  for (const [status, seconds] of observed) times.count(status, seconds)

  const [, name = '', help = ''] = /^# HELP (\S+) (.*)/.exec(times.text()) ?? []
  const registry = new Registry()
  const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  const same = new Histogram({ name, help, labelNames: ['status'], buckets, registers: [registry] })
  for (const [status, seconds] of observed)
    same.observe({ status: `${Math.trunc(status / 100)}xx` }, seconds)
  expect(times.text()).toBe(await registry.metrics())
})
