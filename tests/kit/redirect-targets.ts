/** A9: spellings of another site's URL that a careless check would accept. */

const EVIL = 'evil.example'

export const REDIRECT_TARGETS: readonly string[] = [
  ...[`https://${EVIL}`, `http://${EVIL}`, `HTTPS://${EVIL}`, `https:${EVIL}`, `https:/${EVIL}`],
  ...[`https:///${EVIL}`, `https:\\\\${EVIL}`, `//${EVIL}`, `///${EVIL}`, `////${EVIL}`],
  ...[`/\\${EVIL}`, `\\/${EVIL}`, `\\\\${EVIL}`, `/\\/${EVIL}`, `\\\\\\${EVIL}`, `//\\${EVIL}`],
  ...[`/.//${EVIL}`, `/..//${EVIL}`, `/%2f/${EVIL}`, `/%2f%2f${EVIL}`, `%2f%2f${EVIL}`],
  ...[`/%5c${EVIL}`, `%5c%5c${EVIL}`, `/%09/${EVIL}`, `%09//${EVIL}`, `/\t/${EVIL}`, `\t//${EVIL}`],
  ...[`/\n/${EVIL}`, `/\r\n/${EVIL}`, ` //${EVIL}`, `\u00a0//${EVIL}`, `\u0000//${EVIL}`],
  ...[`//${EVIL}\u0000.shop.example`, `https://localhost:3000@${EVIL}`],
  ...[`https://shop.example%40${EVIL}`, `//localhost@${EVIL}`, `https://${EVIL}#@localhost`],
  ...[`https://${EVIL}?localhost`, `https://${EVIL}\\@localhost`, `https://localhost.${EVIL}`],
  ...[`https://localhost:3000.${EVIL}`, '//evil。example', '//evil．example', '//evil｡example'],
  ...['//ｅｖｉｌ.example', `／／${EVIL}`, `⁄⁄${EVIL}`, `javascript:location='//${EVIL}'`],
  ...[`JaVaScRiPt:location='//${EVIL}'`, `java\tscript:location='//${EVIL}'`],
  ...[`\u0001javascript:location='//${EVIL}'`, `javascript://%0alocation='//${EVIL}'`],
  ...[`data:text/html,<meta http-equiv=refresh content="0;url=//${EVIL}">`, `vbscript:${EVIL}`],
  ...[`file://${EVIL}/etc/passwd`, `ftp://${EVIL}`, `blob:https://${EVIL}/x`, `mailto:you@${EVIL}`],
  ...[`//[::1]@${EVIL}`, `//2130706433@${EVIL}`],
]

/** Names that pages and frameworks use for the parameter with the next page's URL. */
export const REDIRECT_PARAMETERS = [
  'next',
  'redirect',
  'redirect_uri',
  'return_to',
  'returnTo',
  'url',
  'continue',
] as const
