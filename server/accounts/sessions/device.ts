/** A request's device: recognizable to its user, but too coarse to track the user. */
import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { addressKey } from '../../platform/http/address-key.ts'
import { bearerToken } from '../../platform/http/api.ts'

export interface Device {
  userAgent: string | undefined
  address: string
  /** The request's bearer token or null; when a guest signs in to an account, it identifies the cart to bring along. */
  token: string | null
}

export function deviceIn({ headers, ip }: FastifyRequest): Device {
  const token = bearerToken(headers.authorization)
  return { userAgent: headers['user-agent'], address: ip, token }
}

/**
 * The first match wins: browsers also name the browsers they derive from, and an app with its own
 * web view also names the system's browser. Brave and Vivaldi identify themselves as Chrome.
 */
const BROWSERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bInstagram /, 'Instagram'],
  [/\bFBA[NV]\//, 'Facebook'],
  [/\b(?:musical_ly|BytedanceWebview|TikTok)\b/, 'TikTok'],
  [/\bSnapchat\//, 'Snapchat'],
  [/\bGSA\//, 'Google'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPX|OPT|OPiOS|Opera|Opera Mini)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The common names of the browser and the system; each is null if the user agent does not name it. */
export function deviceOf(userAgent: string | undefined): {
  browser: string | null
  system: string | null
} {
  const text = userAgent ?? ''
  const named = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(text))?.[1] ?? null
  return { browser: named(BROWSERS), system: named(SYSTEMS) }
}

/** The network part of an IP address: `203.0.113.*`, `2001:db8:1::*`. Idempotent. */
export function addressPrefix(address: string): string {
  // One canonical form per IP address, since attempts are counted per network.
  const key = addressKey(address)
  if (isIPv4(key)) return key.replace(/\d+$/, '*')
  return isIPv6(address) ? `${key.split(':').slice(0, 3).join(':')}::*` : key
}
