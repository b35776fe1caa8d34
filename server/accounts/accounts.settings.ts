import {
  countOf,
  type Environment,
  emailOf,
  isLoopback,
  readAll,
  type SettingsGroup,
  secondsOf,
  urlOf,
} from '../platform/environment.ts'
import { SettingError } from '../platform/start-error.ts'
import { SESSION_LIFE, type SessionLife } from './sessions/sessions.ts'
import type { GoogleSettings } from './sign-in/google-client.ts'

export interface AccountsSettings {
  admin: { email: string; password: string } | null
  signUpsPerAddress: number
  sessionLife: SessionLife
  /** Null if no client id is set. */
  google: GoogleSettings | null
}

/** Sign-ups per IP address per hour: enough for a household or small office that shares one address. */
const SIGN_UPS_PER_ADDRESS = 30
const GOOGLE_ISSUER = 'https://accounts.google.com'

export const ACCOUNTS_SETTINGS: SettingsGroup = {
  title: 'Accounts',
  settings: {
    ADMIN_EMAIL: 'email of the first admin, created if the shop has no admin',
    ADMIN_PASSWORD: 'password of the first admin, at least 8 characters',
    SIGN_UPS_PER_ADDRESS: [
      `${SIGN_UPS_PER_ADDRESS}`,
      'maximum number of sign-ups per IP address per hour',
    ],
    SESSION_IDLE_AFTER: [
      `${SESSION_LIFE.customer.idle}`,
      "seconds of inactivity after which a customer's session ends",
    ],
    SESSION_ENDS_AFTER: [
      `${SESSION_LIFE.customer.absolute}`,
      "maximum length of a customer's session in seconds, counted from sign-in, regardless of activity",
    ],
    ADMIN_SESSION_IDLE_AFTER: [
      `${SESSION_LIFE.admin.idle}`,
      'seconds of inactivity after which a staff session ends',
    ],
    ADMIN_SESSION_ENDS_AFTER: [
      `${SESSION_LIFE.admin.absolute}`,
      'maximum length of a staff session in seconds, counted from sign-in, regardless of activity',
    ],
    GOOGLE_CLIENT_ID:
      'client ID for Google sign-in; register PUBLIC_URL/api/auth/google/return as its redirect URI',
    GOOGLE_CLIENT_SECRET: 'client secret for GOOGLE_CLIENT_ID',
    GOOGLE_ISSUER: [GOOGLE_ISSUER, 'URL of the OpenID provider, if not Google'],
  },
}

interface Surroundings {
  production: boolean
  /** The demo's public password, which ADMIN_PASSWORD must not be in production. */
  publicPassword: string
}

/** @throws SettingError */
export function readAccountsSettings(env: Environment, around: Surroundings): AccountsSettings {
  return readAll({
    admin: () => adminOf(env, around),
    signUpsPerAddress: () => countOf(env, 'SIGN_UPS_PER_ADDRESS', SIGN_UPS_PER_ADDRESS),
    sessionLife: () => sessionLifeOf(env),
    google: () => googleOf(env),
  })
}

function adminOf(
  env: Environment,
  { production, publicPassword }: Surroundings,
): AccountsSettings['admin'] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env
  if (!email && !password) return null
  if (!email || !password)
    throw new SettingError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together')
  const isPublic = production && password === publicPassword
  return readAll({
    email: () => emailOf(env, 'ADMIN_EMAIL') ?? email,
    password: () => passwordOf(password, isPublic),
  })
}

function passwordOf(password: string, isPublic: boolean): string {
  if (password.length < 8) throw new SettingError('ADMIN_PASSWORD must have at least 8 characters')
  if (!isPublic) return password
  throw new SettingError("ADMIN_PASSWORD is the demo's public password: choose another password")
}

function sessionLifeOf(env: Environment): SessionLife {
  const life = (prefix: string, { idle, absolute }: SessionLife['customer']) =>
    readAll({
      idle: () => Math.max(1, secondsOf(env, `${prefix}SESSION_IDLE_AFTER`, idle)),
      absolute: () => Math.max(1, secondsOf(env, `${prefix}SESSION_ENDS_AFTER`, absolute)),
    })
  return readAll({
    customer: () => life('', SESSION_LIFE.customer),
    admin: () => life('ADMIN_', SESSION_LIFE.admin),
  })
}

function googleOf(env: Environment): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
  if (!clientId && !clientSecret) return null
  if (!clientId || !clientSecret) {
    throw new SettingError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together')
  }
  const url = urlOf(env, 'GOOGLE_ISSUER') ?? new URL(GOOGLE_ISSUER)
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new SettingError('GOOGLE_ISSUER must be an https URL')
  }
  return { clientId, clientSecret, issuer: url.href }
}
