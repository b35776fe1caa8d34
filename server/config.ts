/** Every setting, read from the environment once. A bad one is named and stops the start. */
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { ORDER_LINES_MAX } from '#contract/limits.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { SESSION_LIFE, type SessionLife } from './accounts/sessions/sessions.ts'
import type { GoogleSettings } from './accounts/sign-in/google-client.ts'
import { DEMO_PASSWORD } from './demo/demo-accounts.ts'
import type { OrderTimes } from './orders/order-timers.ts'
import { type UnpaidLimits, unpaidLimits } from './orders/unpaid-limits.ts'
import type { StripeSettings } from './payments/stripe.ts'
import {
  choiceOf,
  countOf,
  type Environment,
  isLoopback,
  portOf,
  secondsOf,
  secretUrlOf,
  switchOf,
  urlOf,
} from './platform/environment.ts'
import type { S3Settings } from './platform/media/s3.ts'
import {
  REALTIME_LIMITS,
  type RealtimeSettings,
  SOCKETS_PER_ADDRESS,
} from './platform/realtime/realtime.settings.ts'
import { SettingError } from './platform/start-error.ts'

/** An hour: enough for a household, or for a small office that shops together. */
const SIGN_UPS_PER_ADDRESS = 30

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

export interface Config {
  production: boolean
  host: string
  port: number
  realtimePort: number
  /** Origin under which customers reach the shop, without a slash at the end. */
  publicUrl: string
  databaseUrl: string | null
  dataDir: string
  /** Fill an empty shop with the demo catalogue and accounts. */
  demo: boolean
  /** Believe X-Forwarded-* of the hop in front. */
  trustProxy: boolean
  /** Other origins whose pages may call the API; null allows every loopback origin. */
  corsOrigins: string[] | null
  /** First admin of a shop without demo data. */
  admin: { email: string; password: string } | null
  realtime: RealtimeSettings
  /** Where pages find real time; host null is the page's own. */
  realtimeClient: { host: string | null; port: number }
  /** Shown in the header, the footer and the contact page. */
  contact: ShopConfig['contact']
  orderTimes: OrderTimes
  /** What may be held unpaid; null for no limit. */
  unpaidLimits: UnpaidLimits | null
  /** Without SMTP every mail becomes a file in the data folder. */
  mail: { smtpUrl: string | null; from: string }
  /** An hour. */
  signUpsPerAddress: number
  sessionLife: SessionLife
  /** Null without a client id: then the page says so. */
  google: GoogleSettings | null
  /** Null takes payments in the sandbox. */
  stripe: StripeSettings | null
  /** Null keeps uploaded pictures in the data folder. */
  s3: S3Settings | null
  logLevel: LogLevel
}

/** @throws SettingError naming the first setting that cannot be used. */
export function readConfig(env: Environment): Config {
  const production = env.NODE_ENV === 'production'
  const port = portOf(env, 'PORT', 3000)
  const demo = switchOf(env, 'DEMO', !production)
  if (production && demo) {
    throw new SettingError('DEMO=on is refused in production: its accounts have a public password')
  }
  const publicUrl = publicUrlOf(env, production, port)
  const realtimePort = portOf(env, 'REALTIME_PORT', 6001)
  const smtpUrl = secretUrlOf(env, 'SMTP_URL', ['smtp', 'smtps'])
  const trustProxy = switchOf(env, 'TRUST_PROXY', false)
  return {
    production,
    host: env.HOST || (production ? '0.0.0.0' : 'localhost'),
    port,
    realtimePort,
    publicUrl,
    databaseUrl: secretUrlOf(env, 'DATABASE_URL', ['postgres', 'postgresql']),
    dataDir: resolve(env.DATA_DIR || 'data'),
    demo,
    trustProxy,
    corsOrigins: originsOf(env, production),
    admin: adminOf(env, production),
    realtime: realtimeOf(env, production, trustProxy),
    realtimeClient: realtimeClientOf(env, publicUrl, realtimePort),
    contact: contactOf(env),
    mail: { smtpUrl, from: env.MAIL_FROM || 'Barq <shop@barq.example>' },
    signUpsPerAddress: countOf(env, 'SIGN_UPS_PER_ADDRESS', SIGN_UPS_PER_ADDRESS),
    sessionLife: sessionLifeOf(env),
    google: googleOf(env),
    stripe: stripeOf(env, production),
    s3: s3Of(env),
    orderTimes: orderTimesOf(env),
    unpaidLimits: unpaidLimitsOf(env, smtpUrl !== null),
    logLevel: choiceOf(env, 'LOG_LEVEL', LOG_LEVELS, production ? 'info' : 'warn'),
  }
}

/** A demo that cannot send mails shows them to whoever tries it out. */
export function showsMails({ demo, mail }: Config): boolean {
  return demo && mail.smtpUrl === null
}

function publicUrlOf(env: Environment, production: boolean, port: number): string {
  const url = urlOf(env, 'PUBLIC_URL')
  const mayBePlain = switchOf(env, 'INSECURE_HTTP', false)
  if (!production) return url?.origin ?? `http://localhost:${port}`
  if (!url) {
    throw new SettingError('PUBLIC_URL is missing: production needs the address customers use')
  }
  // Passwords and tokens would be everybody's on the way.
  if (url.protocol === 'http:' && !isLoopback(url) && !mayBePlain) {
    throw new SettingError(
      'PUBLIC_URL must be an https address: INSECURE_HTTP=on says in words that it need not',
    )
  }
  return url.origin
}

const HALF_AN_HOUR = 30 * 60
const A_DAY = 24 * 60 * 60

/** Customers are at the shop when an order confirms by itself, and asleep when the staff does it. */
function orderTimesOf(env: Environment): OrderTimes {
  const autoConfirmAfter =
    env.AUTO_CONFIRM_AFTER === 'off' ? null : secondsOf(env, 'AUTO_CONFIRM_AFTER', 15)
  const byDefault = autoConfirmAfter === null ? A_DAY : HALF_AN_HOUR
  return {
    autoConfirmAfter,
    unpaidExpiresAfter: secondsOf(env, 'UNPAID_EXPIRES_AFTER', byDefault),
  }
}

/** A cart with as many products as it can hold can be ordered. */
function unpaidLimitsOf(env: Environment, mails: boolean): UnpaidLimits | null {
  if (env.UNPAID_ORDERS_MAX === 'off') return null
  const account = {
    orders: countOf(env, 'UNPAID_ORDERS_MAX', 5),
    units: countOf(env, 'UNPAID_UNITS_MAX', ORDER_LINES_MAX),
  }
  return unpaidLimits(account, mails)
}

function sessionLifeOf(env: Environment): SessionLife {
  const life = (prefix: string, { idle, absolute }: SessionLife['customer']) => ({
    idle: Math.max(1, secondsOf(env, `${prefix}SESSION_IDLE_AFTER`, idle)),
    absolute: Math.max(1, secondsOf(env, `${prefix}SESSION_ENDS_AFTER`, absolute)),
  })
  return { customer: life('', SESSION_LIFE.customer), admin: life('ADMIN_', SESSION_LIFE.admin) }
}

function googleOf(env: Environment): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
  if (!clientId && !clientSecret) return null
  if (!clientId || !clientSecret) {
    throw new SettingError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together')
  }
  const url = urlOf(env, 'GOOGLE_ISSUER') ?? new URL('https://accounts.google.com')
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new SettingError('GOOGLE_ISSUER must be an https address')
  }
  return { clientId, clientSecret, issuer: url.href }
}

const STRIPE_TIMEOUT_MS = 10_000

/** Goods must not leave a real shop for play money by mistake: that takes a word. */
function stripeOf(env: Environment, production: boolean): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  const sandbox = choiceOf(env, 'PAYMENTS', ['sandbox', 'stripe'], 'stripe') === 'sandbox'
  if (sandbox && (secretKey || webhookSecret)) {
    throw new SettingError('PAYMENTS=sandbox contradicts STRIPE_SECRET_KEY: unset one of them')
  }
  if (!secretKey && !webhookSecret) {
    if (sandbox || !(production || env.PAYMENTS)) return null
    throw new SettingError(
      'STRIPE_SECRET_KEY is missing: set it, or PAYMENTS=sandbox to give goods away for play money',
    )
  }
  if (!secretKey || !webhookSecret) {
    throw new SettingError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together')
  }
  const apiBase = urlOf(env, 'STRIPE_API_BASE')
  if (apiBase && !isLoopback(apiBase)) {
    throw new SettingError('STRIPE_API_BASE is for tests and must be a loopback address')
  }
  return { secretKey, webhookSecret, apiBase, timeoutMs: STRIPE_TIMEOUT_MS }
}

function s3Of(env: Environment): S3Settings | null {
  const url = urlOf(env, 'S3_ENDPOINT')
  if (!url) {
    const stray = S3_NAMES.find((name) => env[name])
    if (stray) throw new SettingError(`S3_ENDPOINT is missing: ${stray} is of no use without it`)
    return null
  }
  const missing = S3_NAMES.find((name) => !env[name])
  if (missing) throw new SettingError(`${missing} is missing: S3_ENDPOINT needs it`)
  return {
    endpoint: url.href,
    bucket: env.S3_BUCKET ?? '',
    region: env.S3_REGION || 'us-east-1',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  }
}

const S3_NAMES = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

function originsOf(env: Environment, production: boolean): string[] | null {
  const text = env.CORS_ORIGINS
  if (!text) return production ? [] : null
  return text
    .split(',')
    .flatMap((part) => urlOf({ CORS_ORIGINS: part.trim() }, 'CORS_ORIGINS')?.origin ?? [])
}

function adminOf(env: Environment, production: boolean): Config['admin'] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env
  if (!email && !password) return null
  if (!email || !password) throw new SettingError('ADMIN_EMAIL and ADMIN_PASSWORD go together')
  if (password.length < 8) throw new SettingError('ADMIN_PASSWORD must have at least 8 characters')
  if (production && password === DEMO_PASSWORD) {
    throw new SettingError('ADMIN_PASSWORD is the public one of the demo: choose another')
  }
  return { email, password }
}

const SECRET_MIN = 32

function realtimeOf(env: Environment, production: boolean, trustProxy: boolean): RealtimeSettings {
  const httpApi = choiceOf(env, 'REALTIME_HTTP_API', ['off', 'on', 'public'], 'off')
  const engine = choiceOf(env, 'REALTIME_ENGINE', ['built-in', 'pusher'], 'built-in')
  const apiUrl = urlOf(env, 'REALTIME_API_URL')
  if (engine === 'pusher' && !apiUrl) {
    throw new SettingError(
      'REALTIME_API_URL is missing: REALTIME_ENGINE=pusher needs the address to publish to',
    )
  }
  return {
    appId: nameOf(env, 'REALTIME_APP_ID'),
    key: nameOf(env, 'REALTIME_APP_KEY'),
    secret: realtimeSecretOf(env, production, engine),
    httpApi: httpApi === 'on' ? 'loopback' : httpApi,
    serviceUrl: engine === 'pusher' ? apiUrl : null,
    limits: { ...REALTIME_LIMITS, socketsPerAddress: socketsPerAddressOf(env, trustProxy) },
  }
}

function socketsPerAddressOf(env: Environment, trustProxy: boolean): number {
  const { customers, unknownProxy } = SOCKETS_PER_ADDRESS
  return countOf(env, 'REALTIME_SOCKETS_PER_ADDRESS', trustProxy ? customers : unknownProxy)
}

/** Random where none is needed: then only this process can sign, and only until it stops. */
function realtimeSecretOf(env: Environment, production: boolean, engine: string): string {
  const secret = env.REALTIME_APP_SECRET
  if (!secret) {
    if (!production && engine === 'built-in') return randomBytes(32).toString('hex')
    throw new SettingError('REALTIME_APP_SECRET is missing: it signs who may hear which channel')
  }
  // A service's secret is as long as the service makes it.
  if (production && engine === 'built-in' && secret.length < SECRET_MIN) {
    throw new SettingError(`REALTIME_APP_SECRET must have at least ${SECRET_MIN} characters`)
  }
  return secret
}

function nameOf(env: Environment, name: string): string {
  const text = env[name] || 'barq'
  if (/^[\w-]{1,100}$/.test(text)) return text
  throw new SettingError(`${name} must consist of letters, digits, - and _`)
}

/** A page served over TLS may not open a plain socket, so it comes to the shop's own port. */
function realtimeClientOf(
  env: Environment,
  publicUrl: string,
  realtimePort: number,
): Config['realtimeClient'] {
  const service = env.REALTIME_ENGINE === 'pusher' ? urlOf(env, 'REALTIME_API_URL') : null
  const elsewhere = urlOf(env, 'REALTIME_CLIENT_URL') ?? service
  const url = elsewhere ?? (publicUrl.startsWith('https:') ? new URL(publicUrl) : null)
  const port = url && (Number(url.port) || (url.protocol === 'https:' ? 443 : 80))
  return { host: elsewhere?.hostname ?? null, port: port ?? realtimePort }
}

function contactOf(env: Environment): Config['contact'] {
  return {
    phone: env.SUPPORT_PHONE || '+971 4 000 0000',
    email: env.SUPPORT_EMAIL || 'support@barq.example',
    address: env.SHOP_ADDRESS || 'Dubai, United Arab Emirates',
    privacyUrl: urlOf(env, 'PRIVACY_URL')?.href ?? null,
    termsUrl: urlOf(env, 'TERMS_URL')?.href ?? null,
  }
}
