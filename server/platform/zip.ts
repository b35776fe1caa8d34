/** ZIP files, written as a stream and read within limits. */
import { setImmediate } from 'node:timers/promises'
import { Unzip, UnzipInflate, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export interface ZipFile {
  name: string
  content: Uint8Array | AsyncIterable<string>
  /** Whether its content cannot be compressed any further. */
  isPacked?: boolean
}

/** The same in every file, so that equal contents make equal bytes. */
const MTIME = new Date(1980, 0, 1)

/** @returns the bytes of a ZIP of the files, in their order. */
export async function* zipped(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    written.push(chunk)
  })
  function* taken(): Generator<Uint8Array> {
    const chunks = written
    written = []
    yield* chunks
  }
  const encoder = new TextEncoder()
  for await (const { name, content, isPacked } of files) {
    const entry = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name)
    entry.mtime = MTIME
    zip.add(entry)
    if (content instanceof Uint8Array) entry.push(content)
    else {
      for await (const text of content) {
        entry.push(encoder.encode(text))
        yield* taken()
      }
    }
    entry.push(new Uint8Array(), true)
    yield* taken()
    await setImmediate()
  }
  zip.end()
  yield* taken()
}

/** By its first bytes: a file, or an archive of nothing. */
export const isZip = (bytes: Buffer): boolean =>
  bytes.subarray(0, 2).equals(Buffer.from('PK')) && [3, 5].includes(bytes[2] ?? 0)

export class ZipUnreadable extends Error {
  override readonly name = 'ZipUnreadable'
  readonly isTooLarge: boolean

  constructor(isTooLarge: boolean, options?: ErrorOptions) {
    super('the ZIP cannot be read', options)
    this.isTooLarge = isTooLarge
  }
}

const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1')
/** Of the record at the end, without the comment that it may have. */
const END_BYTES = 22

/** The end of a file that was cut off is missing; its files so far would look complete. */
function hasEnd(bytes: Buffer): boolean {
  const at = bytes.lastIndexOf(END_SIGNATURE)
  const isWhole = at >= 0 && at + END_BYTES <= bytes.length
  return isWhole && at + END_BYTES + bytes.readUInt16LE(at + END_BYTES - 2) === bytes.length
}

/** Bytes read before other requests run. */
const PIECE_BYTES = 64 * 1024

/**
 * @param limits of the files and of their bytes when they are unpacked.
 * @returns the content of each file by its path, without folders. @throws ZipUnreadable.
 */
export async function unzipped(
  bytes: Buffer,
  limits: { files: number; bytes: number },
): Promise<Map<string, Buffer>> {
  if (!hasEnd(bytes)) throw new ZipUnreadable(false)
  const files = new Map<string, Buffer>()
  let total = 0
  let begun = 0
  const unzip = new Unzip((file) => {
    begun++
    if (begun > limits.files) throw new ZipUnreadable(true)
    if (file.name.endsWith('/')) return
    const chunks: Uint8Array[] = []
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error
      total += chunk.length
      if (total > limits.bytes) throw new ZipUnreadable(true)
      chunks.push(chunk)
      if (isLast) files.set(file.name, Buffer.concat(chunks))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      const end = from + PIECE_BYTES
      unzip.push(bytes.subarray(from, end), end >= bytes.length)
      await setImmediate()
    }
  } catch (cause) {
    throw cause instanceof ZipUnreadable ? cause : new ZipUnreadable(false, { cause })
  }
  return files
}
