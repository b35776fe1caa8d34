import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { PICTURE_FORMATS, PICTURE_WIDTHS } from '#contract/pictures.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'
import { bytesMax, encodePicture } from './encode-picture.ts'
import { PictureError } from './picture-error.ts'

const RED = { r: 220, g: 30, b: 30 }

function plain(width: number, height: number, alpha = 1) {
  return sharp({ create: { width, height, channels: 4, background: { ...RED, alpha } } })
}

/** Alpha of one pixel of an encoded picture, 0 to 255. */
async function alphaAt(bytes: Buffer, x: number, y: number): Promise<number | undefined> {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data[(y * info.width + x) * info.channels + 3]
}

function largest<File extends { width: number }>(files: File[]): File {
  const file = files.toSorted((a, b) => b.width - a.width)[0]
  if (!file) throw new Error('no files')
  return file
}

/** A PNG of one bit a pixel with only two colours: a few kilobytes that expand to gigabytes. */
function twoColourPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([0, 0, 0, 255, 255, 255])),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('encodePicture', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('accepts %s', async (format) => {
    const files = await encodePicture(await plain(500, 500).toFormat(format).toBuffer(), 'square')
    expect(files.map((file) => [file.width, file.format])).toEqual(
      PICTURE_WIDTHS.square.flatMap((width) => PICTURE_FORMATS.map((kind) => [width, kind])),
    )
    for (const file of files) {
      const header = await sharp(file.bytes).metadata()
      expect([header.width, header.height]).toEqual([file.width, file.width])
      expect(header.format).toBe(file.format === 'avif' ? 'heif' : 'webp')
    }
  })

  it('makes wide pictures three by two', async () => {
    const files = await encodePicture(await plain(1500, 1000).jpeg().toBuffer(), 'wide')
    const sizes = await Promise.all(files.map((file) => sharp(file.bytes).metadata()))
    expect(sizes.map(({ width, height }) => [width, height])).toEqual(
      [400, 800, 1200].flatMap((width) => Array(2).fill([width, Math.round((width * 2) / 3)])),
    )
    for (const { bytes, width } of files) {
      expect(bytes.length).toBeLessThanOrEqual(bytesMax(width))
    }
  })

  it('drops every kind of metadata and turns the picture upright', async () => {
    const input = await plain(600, 300)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect(await sharp(input).metadata()).toMatchObject({ orientation: 6, hasProfile: true })
    const files = await encodePicture(input, 'square')
    for (const { bytes } of files) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata()
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
      expect(bytes.includes('somebody')).toBe(false)
    }
    // 600 x 300 turned by a quarter stands upright: transparent at the sides, filled at the top.
    const { bytes } = largest(files)
    expect(await alphaAt(bytes, 40, 400)).toBe(0)
    expect(await alphaAt(bytes, 400, 40)).toBe(255)
  })

  describe('a picture that was encoded before', () => {
    /** Its largest WebP, of noise: another encoding would have other bytes. */
    const known = new Map<string, Promise<Buffer>>()
    const written = (shape: 'square' | 'wide') => {
      const bytes = known.get(shape) ?? write(shape)
      known.set(shape, bytes)
      return bytes
    }
    async function write(shape: 'square' | 'wide') {
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
      const create = { width: 1200, height: 800, channels: 3 as const, background: RED, noise }
      const files = await encodePicture(await sharp({ create }).png().toBuffer(), shape)
      return largest(files.filter(({ format }) => format === 'webp')).bytes
    }
    const again = async (bytes: Buffer, shape: 'square' | 'wide') =>
      largest((await encodePicture(bytes, shape)).filter(({ format }) => format === 'webp')).bytes

    it.each(volume(['square'] as const, ['square', 'wide'] as const))(
      'keeps its largest WebP to the byte (%s)',
      async (shape) => {
        const bytes = await written(shape)
        expect((await again(bytes, shape)).equals(bytes)).toBe(true)
      },
    )

    it('keeps nothing that is more than a picture, or of another shape', async () => {
      const bytes = await written('square')
      const longer = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])
      const chunk = Buffer.from('EXIF\x06\0\0\0secret', 'latin1')
      const withChunk = Buffer.concat([bytes, chunk])
      withChunk.writeUInt32LE(withChunk.length - 8, 4)
      const withExif = await sharp(bytes)
        .withExifMerge({ IFD0: { Copyright: 'secret' } })
        .webp({ quality: 60 })
        .toBuffer()
      for (const input of volume([longer, withExif], [longer, withChunk, withExif])) {
        const stored = await again(input, 'square')
        expect(stored.equals(input)).toBe(false)
        expect(stored.toString('latin1')).not.toMatch(/secret|script/)
      }
      expect((await again(bytes, 'wide')).equals(bytes)).toBe(false)
    })
  })

  it('keeps transparency', async () => {
    for (const { bytes, width } of await encodePicture(
      await plain(300, 300, 0.5).png().toBuffer(),
      'square',
    )) {
      const alpha = await alphaAt(bytes, width / 2, width / 2)
      expect(alpha).toBeGreaterThan(118)
      expect(alpha).toBeLessThan(138)
    }
  })

  it.runIf(IS_FULL)('stays within the limit in bytes even for noise', async () => {
    const noise = sharp(randomBytes(1200 * 900 * 4), {
      raw: { width: 1200, height: 900, channels: 4 },
    })
    const input = await noise.png().toBuffer()
    for (const { bytes, width } of await encodePicture(input, 'wide')) {
      expect(bytes.length).toBeLessThanOrEqual(bytesMax(width))
    }
    expect([bytesMax(800), bytesMax(1200)]).toEqual([40_000, 60_000])
  })

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')],
    ['nothing', Buffer.alloc(0)],
    ['a bare PNG signature', Buffer.from('89504e470d0a1a0a', 'hex')],
  ])('refuses %s, whatever it is called', async (_, input) => {
    await expect(encodePicture(input, 'square')).rejects.toMatchObject({ code: 'not-a-picture' })
  })

  it('refuses a real picture of another kind, and a truncated one', async () => {
    const tiff = await plain(20, 20).tiff().toBuffer()
    const torn = (await plain(400, 400).jpeg().toBuffer()).subarray(0, 700)
    for (const input of [tiff, torn]) {
      const failure = await encodePicture(input, 'square').catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(PictureError)
      expect(failure).toMatchObject({ code: 'not-a-picture' })
    }
  })

  it('refuses 16000 x 16000 pixels without decoding them', async () => {
    const bomb = twoColourPng(16_000, 16_000)
    expect(bomb.length).toBeLessThan(100_000)
    await expect(encodePicture(bomb, 'square')).rejects.toMatchObject({ code: 'too-many-pixels' })
    // The same file made small is a picture: it was refused for its size and nothing else.
    await expect(encodePicture(twoColourPng(64, 64), 'square')).resolves.toHaveLength(8)
  })
})
