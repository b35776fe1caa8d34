import { afterEach, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { createServer } from './create-server.ts'

let close = async () => {}
afterEach(() => close())

it.for([
  ['on', '198.51.100.7, 203.0.113.9', '203.0.113.9'],
  ['on', '203.0.113.9', '203.0.113.9'],
  ['off', '198.51.100.7, 203.0.113.9', '127.0.0.1'],
] as const)(
  'TRUST_PROXY %s, forwarded for %s: %s is counted',
  async ([trust, forwarded, address]) => {
    const { app } = await createServer(
      readConfig({ TRUST_PROXY: trust, DEMO: 'off', LOG_LEVEL: 'silent' }),
    )
    close = () => app.close()
    app.get('/address', (request) => ({ address: request.ip }))

    const reply = await app.inject({
      url: '/address',
      headers: { 'x-forwarded-for': forwarded },
    })

    expect(reply.json()).toEqual({ address })
  },
)
