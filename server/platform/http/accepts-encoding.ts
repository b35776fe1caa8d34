export type Encoding = 'br' | 'gzip'

/**
 * Whether an `Accept-Encoding` header (RFC 9110, 12.5.3) lists the encoding with a `q` other than 0. `*` is ignored.
 */
export function acceptsEncoding(
  header: string | string[] | undefined,
  encoding: Encoding,
): boolean {
  return ACCEPTED[encoding].test(String(header ?? ''))
}

const ACCEPTED = {
  br: /(^|[,\s])br\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /(^|[,\s])gzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
}
