/** What a request tells of its device: enough to recognise one's own, too little to follow anybody. */

/** First match wins: browsers name the ones they descend from as well. */
const BROWSERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
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
  const plain = address.replace(/^::ffff:/i, '')
  const four = /^(\d+\.\d+\.\d+)\.[\d*]+$/.exec(plain)
  if (four) return `${four[1]}.*`
  if (!plain.includes(':') || plain.endsWith('::*')) return plain
  const [head = ''] = plain.split('::', 1)
  return `${head.split(':').slice(0, 3).join(':')}::*`
}
