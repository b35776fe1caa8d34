import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'

describe('real-time settings', () => {
  const production = {
    NODE_ENV: 'production',
    PAYMENTS: 'sandbox',
    PUBLIC_URL: 'https://shop.example',
  }
  const secret = 's'.repeat(32)

  it('need nothing outside production: each start generates a secret', () => {
    const [first, second] = [readConfig({}).realtime, readConfig({}).realtime]
    expect(first).toMatchObject({ appId: 'barq', key: 'barq', httpApi: 'off', serviceUrl: null })
    expect(first.secret).toMatch(/^[0-9a-f]{64}$/)
    expect(first.secret).not.toBe(second.secret)
    expect(readConfig({}).realtimePort).toBe(6001)
  })

  it('production does not start without a long secret', () => {
    expect(() => readConfig(production)).toThrow(/REALTIME_APP_SECRET is missing/)
    const short = { ...production, REALTIME_APP_SECRET: secret.slice(1) }
    expect(() => readConfig(short)).toThrow(/REALTIME_APP_SECRET must have at least 32/)
    const { realtime } = readConfig({ ...production, REALTIME_APP_SECRET: secret })
    expect(realtime.secret).toBe(secret)
  })

  it('send pages served over TLS to the port they came from, others to the real-time port', () => {
    const { realtimeClient } = readConfig({ ...production, REALTIME_APP_SECRET: secret })
    expect(realtimeClient).toEqual({ host: null, port: 443 })
    expect(readConfig({ REALTIME_PORT: '7001' }).realtimeClient).toEqual({ host: null, port: 7001 })
    const elsewhere = { REALTIME_CLIENT_URL: 'https://live.shop.example:8443' }
    expect(readConfig(elsewhere).realtimeClient).toEqual({ host: 'live.shop.example', port: 8443 })
  })

  it('let an address hold more sockets where it may be a proxy, or as many as configured', () => {
    const perAddress = (env: Record<string, string>) =>
      readConfig(env).realtime.limits.socketsPerAddress
    expect(perAddress({})).toBe(2_000)
    expect(perAddress({ TRUST_PROXY: 'on' })).toBe(200)
    expect(perAddress({ TRUST_PROXY: 'on', REALTIME_SOCKETS_PER_ADDRESS: '500' })).toBe(500)
    expect(() => perAddress({ REALTIME_SOCKETS_PER_ADDRESS: '0' })).toThrow(/SOCKETS_PER_ADDRESS/)
  })

  it('swap the engine', () => {
    const swapped = { REALTIME_ENGINE: 'pusher', REALTIME_APP_SECRET: 'short' }
    expect(() => readConfig(swapped)).toThrow(/REALTIME_API_URL is missing/)
    const config = readConfig({ ...swapped, REALTIME_API_URL: 'https://soketi.example:6002' })
    expect(config.realtime.serviceUrl?.href).toBe('https://soketi.example:6002/')
    expect(config.realtimeClient).toEqual({ host: 'soketi.example', port: 6002 })
    const { REALTIME_APP_SECRET: _, ...without } = swapped
    expect(() => readConfig({ ...without, REALTIME_API_URL: 'https://x.example' })).toThrow(
      /REALTIME_APP_SECRET is missing/,
    )
  })

  it('name the unusable setting', () => {
    expect(() => readConfig({ REALTIME_APP_KEY: 'a/b' })).toThrow(/REALTIME_APP_KEY/)
    expect(() => readConfig({ REALTIME_ENGINE: 'carrier pigeon' })).toThrow(/REALTIME_ENGINE/)
    expect(() => readConfig({ REALTIME_HTTP_API: 'maybe' })).toThrow(/REALTIME_HTTP_API/)
  })
})
