import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { crc32, type InputType, inflateRaw, type ZlibOptions } from 'node:zlib'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

const inflate: (data: InputType, options: ZlibOptions) => Promise<Buffer> = promisify(inflateRaw)

export interface ZipFile {
  name: string
  content: Uint8Array | AsyncIterable<string>
  /** Whether the content is already compressed. */
  isPacked?: boolean
}

/** Every file's modification time. It is constant, so that the same contents yield the same bytes. */
const MTIME = new Date(1980, 0, 1)

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

/** Whether the bytes begin like a ZIP, including an empty one. */
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

/**
 * Reads a ZIP using the central directory at its end, the only authority on where files begin and end, and verifies
 * each file's checksum.
 * @param limits the maximum number of files and of total unpacked bytes.
 * @returns each file's content, keyed by full path. Folder entries are omitted.
 * @throws ZipUnreadable
 */
export async function unzipped(
  bytes: Buffer,
  limits: { files: number; bytes: number },
): Promise<Map<string, Buffer>> {
  try {
    const entries = directoryOf(bytes)
    const total = entries.reduce((sum, { size }) => sum + size, 0)
    if (entries.length > limits.files || total > limits.bytes) throw new ZipUnreadable(true)
    const files = new Map<string, Buffer>()
    for (const entry of entries) {
      if (!entry.path.endsWith('/')) files.set(entry.path, await contentOf(bytes, entry))
      // Lets other requests be served between files.
      await setImmediate()
    }
    return files
  } catch (cause) {
    throw cause instanceof ZipUnreadable ? cause : new ZipUnreadable(false, { cause })
  }
}

interface Entry {
  path: string
  method: number
  checksum: number
  packed: number
  size: number
  /** The byte offset of the file's local header. */
  at: number
}

const END = { signature: Buffer.from('PK\x05\x06', 'latin1'), bytes: 22 }
const ENTRY = { signature: 0x02014b50, bytes: 46 }
const LOCAL = { signature: 0x04034b50, bytes: 30 }
const STORED = 0
const DEFLATED = 8

/** @throws ZipUnreadable; RangeError if an offset is outside the file. */
function directoryOf(bytes: Buffer): Entry[] {
  const end = endOf(bytes)
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== ENTRY.signature) throw new ZipUnreadable(false)
    const nameEnd = at + ENTRY.bytes + bytes.readUInt16LE(at + 28)
    entries.push({
      path: pathOf(bytes.subarray(at + ENTRY.bytes, nameEnd)),
      method: bytes.readUInt16LE(at + 10),
      checksum: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/**
 * @returns the offset of the end record, which only its comment may follow.
 * @throws ZipUnreadable if there is no end record, as in a truncated file.
 */
function endOf(bytes: Buffer): number {
  const at = bytes.lastIndexOf(END.signature)
  const isWhole = at >= 0 && at + END.bytes <= bytes.length
  if (!isWhole || at + END.bytes + bytes.readUInt16LE(at + 20) !== bytes.length) {
    throw new ZipUnreadable(false)
  }
  return at
}

/** Detects a path's encoding from its bytes, because some programs write UTF-8 without setting the flag for it. */
function pathOf(name: Buffer): string {
  return name.toString(isUtf8(name) ? 'utf8' : 'latin1')
}

async function contentOf(
  bytes: Buffer,
  { method, checksum, packed, size, at }: Entry,
): Promise<Buffer> {
  if (bytes.readUInt32LE(at) !== LOCAL.signature) throw new ZipUnreadable(false)
  const from = at + LOCAL.bytes + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const data = bytes.subarray(from, from + packed)
  const content = await unpacked(data, method, size)
  if (content.length !== size || crc32(content) !== checksum) throw new ZipUnreadable(false)
  return content
}

async function unpacked(data: Buffer, method: number, size: number): Promise<Buffer> {
  if (method === STORED) return data
  if (method !== DEFLATED) throw new ZipUnreadable(false)
  // Fails if the file is larger than declared. Node does not accept a limit of 0.
  return inflate(data, { maxOutputLength: Math.max(size, 1) })
}
