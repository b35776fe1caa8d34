/** Whether an `Accept-Encoding` header allows an encoding. `q=0` refuses it, and `*` is not read (RFC 9110, 12.5.3). */
export function acceptsEncoding(
  header: string | string[] | undefined,
  encoding: 'br' | 'gzip',
): boolean {
  const accepted = String(header ?? '')
  if (!accepted.includes(encoding)) return false
  return !accepted.includes('q=0') || !REFUSED[encoding].test(accepted)
}

const REFUSED = {
  br: /\bbr\s*;\s*q=0(\.0*)?\s*(,|$)/,
  gzip: /\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)/,
}
