/** The chunks of a WebP that contains only a picture, without metadata, animation or a color profile. */
const CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])

const HEADER = 12
const CHUNK_HEADER = 8

/**
 * @returns whether the file is a WebP that contains a picture and nothing else, including after its end. Does not check
 * whether the picture can be decoded.
 * @see https://developers.google.com/speed/webp/docs/riff_container
 */
export function isBareWebp(bytes: Buffer): boolean {
  if (bytes.length < HEADER || bytes.readUInt32LE(4) + 8 !== bytes.length) return false
  if (bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, HEADER) !== 'RIFFWEBP') {
    return false
  }
  let at = HEADER
  while (at + CHUNK_HEADER <= bytes.length) {
    if (!CHUNKS.has(bytes.toString('latin1', at, at + 4))) return false
    const size = bytes.readUInt32LE(at + 4)
    // Odd-sized chunks are padded with one byte.
    at += CHUNK_HEADER + size + (size % 2)
  }
  return at === bytes.length
}
