/**
 * Reads individual settings from the environment. An invalid value is rejected with an error that names the setting.
 */
import { EMAIL_ADDRESS } from './email-address.ts'
import { SettingError } from './start-error.ts'

export type Environment = Record<string, string | undefined>

/** The settings of one part of the shop, as documented in `.env.example`. */
export interface SettingsGroup {
  title: string
  /**
   * By name, in order: the meaning, and before it the default outside production, if there is one, as the variable's
   * value would be written.
   */
  settings: Readonly<Record<string, string | readonly [byDefault: string, meaning: string]>>
}

/**
 * Reads several settings.
 * @throws SettingError that names all invalid settings, not only the first.
 */
export function readAll<T extends object>(readers: { [K in keyof T]: () => T[K] }): T {
  const values: Partial<T> = {}
  const problems = new Set<string>()
  for (const key in readers) {
    try {
      values[key] = readers[key]()
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      for (const problem of error.problems) problems.add(problem)
    }
  }
  const [first, ...others] = problems
  if (first) throw new SettingError(first, ...others)
  return values as T
}

export const portOf = numberReader('a port from 0 to 65535', /^\d+$/, 65535)
export const secondsOf = numberReader('a number of seconds', /^\d{1,9}$/)
export const countOf = numberReader('a number from 1 to 9999999', /^[1-9]\d{0,6}$/)

function numberReader(kind: string, pattern: RegExp, max = Infinity) {
  return (env: Environment, name: string, byDefault: number): number => {
    const text = env[name]
    if (!text) return byDefault
    if (!pattern.test(text) || Number(text) > max) {
      throw new SettingError(`${name} must be ${kind}, not "${text}"`)
    }
    return Number(text)
  }
}

export function switchOf(env: Environment, name: string, byDefault: boolean): boolean {
  const text = env[name]?.toLowerCase()
  if (!text) return byDefault
  if (['on', 'true', '1', 'yes'].includes(text)) return true
  if (['off', 'false', '0', 'no'].includes(text)) return false
  throw new SettingError(`${name} must be on or off, not "${env[name]}"`)
}

export function choiceOf<const T extends readonly string[]>(
  env: Environment,
  name: string,
  choices: T,
  byDefault: T[number],
): T[number] {
  const text = env[name]
  if (!text) return byDefault
  if (!choices.includes(text)) {
    throw new SettingError(`${name} must be one of ${choices.join(', ')}, not "${text}"`)
  }
  return text
}

export function urlOf(env: Environment, name: string): URL | null {
  const text = env[name]
  if (!text) return null
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new SettingError(`${name} must be an http or https URL, not "${text}"`)
  }
  return url
}

export function emailOf(env: Environment, name: string): string | null {
  const text = env[name]
  if (!text) return null
  if (!EMAIL_ADDRESS.test(text)) {
    throw new SettingError(`${name} must be an email address, not "${text}"`)
  }
  return text
}

export function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Reads a URL that usually contains a password, so the error does not include the value. */
export function secretUrlOf(
  env: Environment,
  name: string,
  schemes: readonly [string, ...string[]],
): string | null {
  const text = env[name]
  if (!text) return null
  const url = URL.parse(text)
  if (!url || !schemes.includes(url.protocol.slice(0, -1))) {
    throw new SettingError(`${name} must be a ${schemes[0]}:// URL`)
  }
  return text
}
