/** One answer of the cache: its bytes, and what is worked out from them once. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

export interface EncodedAnswer {
  etag: string
  plain: Buffer
  /** Compressed when the first client asks for it: most suggestions are read once. */
  encoded: Partial<Record<Encoding, Buffer>>
  /** Under way: many may ask at the moment when an answer is new. */
  encoding: Partial<Record<Encoding, Promise<Buffer>>>
  /** Status lines' headers, by what is sent. */
  heads: Partial<Record<Encoding | 'plain' | 'none', string[]>>
}

export function prepare(json: string): EncodedAnswer {
  const plain = Buffer.from(json)
  const etag = `"${createHash('sha1').update(plain).digest('base64url')}"`
  return { etag, plain, encoded: {}, encoding: {}, heads: {} }
}

/** The best of what the client takes; null for the bytes as they are. */
export function preferredEncoding(accepted: string | string[] | undefined): Encoding | null {
  if (accepted === undefined) return null
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Compresses at the first call, once. */
export async function encode(answer: EncodedAnswer, encoding: Encoding): Promise<Buffer> {
  const known = answer.encoded[encoding]
  if (known) return known
  answer.encoding[encoding] ??= compress(answer.plain, encoding)
  try {
    const encoded = await answer.encoding[encoding]
    answer.encoded[encoding] = encoded
    return encoded
  } finally {
    delete answer.encoding[encoding]
  }
}

function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(plain)
  return compressBrotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      // Without it a compressor takes memory for 4 MB of text.
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      [constants.BROTLI_PARAM_LGWIN]: windowFor(plain.length),
    },
  })
}

/** The smallest window, as a power of two, that the whole text fits into. */
function windowFor(length: number): number {
  const { BROTLI_MIN_WINDOW_BITS: min, BROTLI_MAX_WINDOW_BITS: max } = constants
  return Math.min(Math.max(Math.ceil(Math.log2(length + 16)), min), max)
}
