import { expect, it } from 'vitest'
import { describeShop } from '../../testing/shop.ts'

describeShop('the figures for Prometheus', (shop) => {
  it('tell of the process, the sockets and the outbox', async () => {
    const answer = await shop.call('GET', '/metrics')

    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
    expect(answer.text).toMatch(/^barq_sockets 0$/m)
    expect(answer.text).toMatch(/^barq_outbox_waiting \d+$/m)
    expect(answer.text).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  it('are a missing page to everybody but this machine', async () => {
    const answer = await shop.call('GET', '/metrics', { address: '203.0.113.9' })

    expect(answer.status).toBe(404)
  })
})
