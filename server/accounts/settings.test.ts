import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'

const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const S3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'b',
  S3_ACCESS_KEY_ID: 'k',
  S3_SECRET_ACCESS_KEY: 's',
}

it('has neither Google nor a bucket unless configured', () => {
  const { google, s3, sessionLife } = readConfig({})

  expect([google, s3]).toEqual([null, null])
  expect(sessionLife).toEqual({
    customer: { idle: 14 * 86_400, absolute: 60 * 86_400 },
    admin: { idle: 2 * 3_600, absolute: 24 * 3_600 },
  })
})

it('accepts Google, another provider, a bucket and other session lifetimes', () => {
  const config = readConfig({
    ...GOOGLE,
    ...S3,
    SESSION_IDLE_AFTER: '60',
    ADMIN_SESSION_ENDS_AFTER: '30',
  })

  expect(config.google?.issuer).toBe('https://accounts.google.com/')
  expect(readConfig({ ...GOOGLE, GOOGLE_ISSUER: 'http://127.0.0.1:9' }).google?.issuer).toBe(
    'http://127.0.0.1:9/',
  )
  expect(config.s3).toMatchObject({ bucket: 'b', region: 'us-east-1' })
  expect([config.sessionLife.customer.idle, config.sessionLife.admin.absolute]).toEqual([60, 30])
})

it.for([
  [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together'],
  [{ ...GOOGLE, GOOGLE_ISSUER: 'http://accounts.example' }, 'GOOGLE_ISSUER must be an https'],
  [{ ...GOOGLE, GOOGLE_ISSUER: 'nonsense' }, 'GOOGLE_ISSUER must be'],
  [{ S3_BUCKET: 'b' }, 'S3_ENDPOINT is missing'],
  [{ ...S3, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY is missing'],
  [{ SESSION_IDLE_AFTER: 'soon' }, 'SESSION_IDLE_AFTER must be a number of seconds'],
] as const)('names what cannot be used in %j', ([env, reason]) => {
  expect(() => readConfig(env)).toThrow(reason)
})
