import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { PICTURE_FORMATS, PICTURE_WIDTHS } from '#contract/pictures.ts'
import { IS_FULL } from '#tests/kit/volume.ts'
import { isBareWebp } from './bare-webp.ts'
import { bytesMax, type EncodedPicture, encodePicture } from './encode-picture.ts'

const RED = { r: 220, g: 30, b: 30 }

function plain(width: number, height: number, alpha = 1) {
  return sharp({ create: { width, height, channels: 4, background: { ...RED, alpha } } })
}

/** The alpha value of a pixel in an encoded picture, from 0 to 255. */
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

function largestWebp(files: EncodedPicture[]): Buffer {
  return largest(files.filter(({ format }) => format === 'webp')).bytes
}

/**
 * A half-transparent gradient from red to blue. Re-encoding it changes its bytes, which might not be true of a plain
 * color.
 */
function gradient() {
  const red = [220, 30, 30, 128]
  const blue = [20, 60, 200, 128]
  const pixels = Buffer.from([...red, ...blue])
  return sharp(pixels, { raw: { width: 2, height: 1, channels: 4 } }).resize(300, 300, {
    fit: 'fill',
  })
}

describe('encodePicture', () => {
  /** A picture of each accepted kind, shared by the tests because encoding takes time. */
  const files = {} as Record<'jpeg' | 'png' | 'webp' | 'avif' | 'gif', EncodedPicture[]>
  let encodedBeforeError: number

  beforeAll(async () => {
    const photo = await plain(600, 300)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, hasProfile: true })
    const inputs = {
      jpeg: photo,
      png: await gradient().png().toBuffer(),
      avif: await plain(60, 60).avif().toBuffer(),
      gif: await plain(60, 60).gif().toBuffer(),
    }
    let encoded = 0
    const encoding = Object.entries(inputs).map(async ([kind, input]) => {
      files[kind as keyof typeof inputs] = await encodePicture(input, 'square')
      encoded++
    })
    await encodePicture(Buffer.from('nonsense'), 'square').catch(() => {
      encodedBeforeError = encoded
    })
    await Promise.all(encoding)
    files.webp = await encodePicture(largestWebp(files.png), 'square')
  })

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('accepts %s', async (kind) => {
    expect(files[kind].map((file) => [file.width, file.format])).toEqual(
      PICTURE_WIDTHS.square.flatMap((width) => PICTURE_FORMATS.map((format) => [width, format])),
    )
    for (const file of files[kind]) {
      const header = await sharp(file.bytes).metadata()
      expect([header.width, header.height]).toEqual([file.width, file.width])
      expect(header.format).toBe(file.format === 'avif' ? 'heif' : 'webp')
    }
  })

  it('refuses what is no picture before those that wait are encoded', () => {
    // Pictures are encoded two at a time, so a rejection that waited for its turn would come after two of them.
    expect(encodedBeforeError).toBeLessThan(2)
  })

  it('drops every kind of metadata and turns the picture upright', async () => {
    for (const { bytes } of files.jpeg) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata()
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
      expect(bytes.includes('somebody')).toBe(false)
    }
    // 600 x 300 rotated by 90 degrees is taller than wide: transparent at the sides, filled at the top.
    const { bytes } = largest(files.jpeg)
    expect(await alphaAt(bytes, 40, 400)).toBe(0)
    expect(await alphaAt(bytes, 400, 40)).toBe(255)
  })

  it('keeps transparency', async () => {
    for (const { bytes, width } of files.png) {
      const alpha = await alphaAt(bytes, width / 2, width / 2)
      expect(alpha).toBeGreaterThan(118)
      expect(alpha).toBeLessThan(138)
    }
  })

  it('crops a portrait to a square with the face in it', async () => {
    const gray = { r: 120, g: 124, b: 128 }
    const face = { width: 140, height: 140, background: { r: 217, g: 160, b: 120 } }
    const photo = await sharp({
      create: { width: 300, height: 900, channels: 3, background: gray },
    })
      .composite([{ input: { create: { ...face, channels: 3 } }, left: 80, top: 40 }])
      .jpeg()
      .toBuffer()

    const bytes = largestWebp(await encodePicture(photo, 'portrait'))

    const { isOpaque, channels } = await sharp(bytes).stats()
    expect(isOpaque).toBe(true)
    // The whole face is more than a fifth of the square, which raises the mean of red by about 20.
    expect(channels[0]?.mean).toBeGreaterThan(gray.r + 18)
  })

  it('crops a strip of a few pixels without filling the canvas with all of it', async () => {
    const strip = await plain(2, 20_000).png().toBuffer()
    const { width, height } = await sharp(
      largestWebp(await encodePicture(strip, 'portrait')),
    ).metadata()
    expect([width, height]).toEqual([800, 800])
  })

  describe('a picture that was encoded before', () => {
    it('keeps its largest WebP to the byte', () => {
      expect(largestWebp(files.webp).equals(largestWebp(files.png))).toBe(true)
    })

    it('keeps nothing that is more than a picture', async () => {
      const bytes = largestWebp(files.png)
      const longer = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])
      const withChunk = Buffer.concat([bytes, Buffer.from('EXIF\x06\0\0\0secret', 'latin1')])
      withChunk.writeUInt32LE(withChunk.length - 8, 4)
      const withExif = await sharp(bytes)
        .withExifMerge({ IFD0: { Copyright: 'secret' } })
        .webp({ quality: 60 })
        .toBuffer()
      expect([bytes, longer, withChunk, withExif].map(isBareWebp)).toEqual([
        true,
        false,
        false,
        false,
      ])

      const stored = largestWebp(await encodePicture(longer, 'square'))

      expect(stored.toString('latin1')).not.toContain('script')
      // Re-encoding yields different bytes, so the file above was really stored unchanged.
      expect(stored.equals(bytes)).toBe(false)
    })

    it('of another shape is encoded in this one: wide is three by two', async () => {
      const wide = await encodePicture(largestWebp(files.png), 'wide')

      const sizes = await Promise.all(wide.map((file) => sharp(file.bytes).metadata()))
      expect(sizes.map(({ width, height }) => [width, height])).toEqual(
        [400, 800, 1200].flatMap((width) => Array(2).fill([width, Math.round((width * 2) / 3)])),
      )
      for (const { bytes, width } of wide) {
        expect(bytes.length).toBeLessThanOrEqual(bytesMax(width))
      }
    })
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
})
