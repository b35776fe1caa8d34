import { expect, it } from 'vitest'
import { readConfig, settingWarnings } from '../config.ts'

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
  [
    { ADMIN_EMAIL: 'owner', ADMIN_PASSWORD: 'a long secret' },
    'ADMIN_EMAIL must be an email address, not "owner"',
  ],
  [
    { MAIL_FROM: 'Barq' },
    'MAIL_FROM must look like "shop@barq.example" or "Barq <shop@barq.example>", not "Barq"',
  ],
  [{ MAIL_FROM: 'Barq <shop>' }, 'MAIL_FROM must look like'],
  [{ SUPPORT_EMAIL: 'help' }, 'SUPPORT_EMAIL must be an email address, not "help"'],
  [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together'],
  [{ ...GOOGLE, GOOGLE_ISSUER: 'http://accounts.example' }, 'GOOGLE_ISSUER must be an https'],
  [{ ...GOOGLE, GOOGLE_ISSUER: 'nonsense' }, 'GOOGLE_ISSUER must be'],
  [{ S3_BUCKET: 'b' }, 'S3_ENDPOINT is missing'],
  [{ ...S3, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY is missing'],
  [{ SESSION_IDLE_AFTER: 'soon' }, 'SESSION_IDLE_AFTER must be a number of seconds'],
] as const)('names what cannot be used in %j', ([env, reason]) => {
  expect(() => readConfig(env)).toThrow(reason)
})

it('names what is probably misspelled, and nothing else', () => {
  const env = {
    ADMIN_PASSWROD: 'x',
    SUPPORT_MAIL: 'x',
    SMTPURL: 'x',
    HOSTNAME: 'x',
    HOME: '/root',
    PWD: '/',
    NODE_OPTIONS: '--x',
    npm_config_cache: 'x',
  }

  expect(settingWarnings(env, readConfig(env))).toEqual([
    'ADMIN_PASSWROD is not a setting: did you mean ADMIN_PASSWORD?',
    'SUPPORT_MAIL is not a setting: did you mean SUPPORT_EMAIL?',
    'SMTPURL is not a setting: did you mean SMTP_URL?',
  ])
})

it('says of a real shop that it sends no email', () => {
  const config = { ...readConfig({}), production: true }
  const withMail = { ...config, mail: { smtpUrl: 'smtp://mail.example', from: 'a@b.example' } }

  expect(settingWarnings({}, config)).toEqual([expect.stringContaining('SMTP_URL is not set')])
  expect(settingWarnings({}, withMail)).toEqual([])
  expect(settingWarnings({}, readConfig({}))).toEqual([])
})
