import {
  choiceOf,
  type Environment,
  isLoopback,
  portOf,
  readAll,
  type SettingsGroup,
  switchOf,
  urlOf,
} from '../environment.ts'
import { SettingError } from '../start-error.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface HttpSettings {
  host: string
  port: number
  /** The shop's public origin, without a trailing slash. */
  publicUrl: string
  trustProxy: boolean
  /** Other origins whose pages may call the API; null allows every loopback origin. */
  corsOrigins: string[] | null
  logLevel: (typeof LOG_LEVELS)[number]
}

export const HTTP_SETTINGS: SettingsGroup = {
  title: 'HTTP',
  settings: {
    PORT: ['3000', 'the HTTP port'],
    HOST: [
      'localhost',
      'the IP address or host name to listen on; all IPv4 addresses of the machine by default in production',
    ],
    PUBLIC_URL: [
      'http://localhost:3000',
      'the URL at which customers reach the shop; required in production',
    ],
    INSECURE_HTTP: ['off', 'on permits a plain http PUBLIC_URL in production'],
    TRUST_PROXY: ['off', 'on trusts the X-Forwarded-* headers of the proxy in front of the shop'],
    CORS_ORIGINS:
      'other origins whose pages may call the API, separated by commas; if unset, none in production, otherwise all loopback origins',
    LOG_LEVEL: [
      'warn',
      `the minimum level to log, one of ${LOG_LEVELS.join(', ')}; info by default in production`,
    ],
  },
}

/** @throws SettingError */
export function readHttpSettings(env: Environment, production: boolean): HttpSettings {
  const port = () => portOf(env, 'PORT', 3000)
  return readAll({
    host: () => env.HOST || (production ? '0.0.0.0' : 'localhost'),
    port,
    publicUrl: () => publicUrlOf(env, production, port),
    trustProxy: () => switchOf(env, 'TRUST_PROXY', false),
    corsOrigins: () => originsOf(env, production),
    logLevel: () => choiceOf(env, 'LOG_LEVEL', LOG_LEVELS, production ? 'info' : 'warn'),
  })
}

function publicUrlOf(env: Environment, production: boolean, port: () => number): string {
  const url = urlOf(env, 'PUBLIC_URL')
  const mayBePlain = switchOf(env, 'INSECURE_HTTP', false)
  if (!production) return url?.origin ?? `http://localhost:${port()}`
  if (!url) {
    throw new SettingError(
      'PUBLIC_URL is missing: set it to the URL at which customers reach the shop',
    )
  }
  // Over plain http, passwords and tokens would cross the network unencrypted.
  if (url.protocol === 'http:' && !isLoopback(url) && !mayBePlain) {
    throw new SettingError(
      'PUBLIC_URL must be an https URL; to allow plain http, set INSECURE_HTTP=on',
    )
  }
  return url.origin
}

function originsOf(env: Environment, production: boolean): string[] | null {
  const text = env.CORS_ORIGINS
  if (!text) return production ? [] : null
  return text
    .split(',')
    .flatMap((part) => urlOf({ CORS_ORIGINS: part.trim() }, 'CORS_ORIGINS')?.origin ?? [])
}
