/** What a request tells of its device: enough to recognise one's own, too little to follow anybody. */
import { isIPv4, isIPv6 } from 'node:net'
import { addressKey } from '../../platform/http/address-key.ts'

/**
 * First match wins: browsers name the ones they descend from as well, and an app that shows pages
 * itself names the system's browser. Brave and Vivaldi say nothing of themselves: they are Chrome.
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

/** Browser and system by the names a person knows; null for what says neither. */
export function deviceOf(userAgent: string | undefined): {
  browser: string | null
  system: string | null
} {
  const text = userAgent ?? ''
  const named = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(text))?.[1] ?? null
  return { browser: named(BROWSERS), system: named(SYSTEMS) }
}

/** The network part of an address: `203.0.113.*`, `2001:db8:1::*`. Leaves its own result as it is. */
export function addressPrefix(address: string): string {
  // One spelling for each address: attempts are counted by its network.
  const key = addressKey(address)
  if (isIPv4(key)) return key.replace(/\d+$/, '*')
  return isIPv6(address) ? `${key.split(':').slice(0, 3).join(':')}::*` : key
}
