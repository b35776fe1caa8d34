import sharp, { type Metadata, type Sharp } from 'sharp'
import { PICTURE_PIXELS_MAX } from '#contract/limits.ts'
import {
  PICTURE_FORMATS,
  PICTURE_RATIOS,
  PICTURE_WIDTHS,
  type PictureFormat,
  type PictureShape,
} from '#contract/pictures.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { isBareWebp } from './bare-webp.ts'
import { PictureError, type PictureErrorCode } from './picture-error.ts'

// Decoders are the attack surface of an upload: only the five named here are allowed. The HEIF loader also reads HEVC,
// so the header of a HEIF file must say that it is an AVIF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})
sharp.concurrency(2)
// Every picture is read once, so a cache would only waste memory.
sharp.cache(false)

export interface EncodedPicture {
  /** In pixels; the height follows from the shape. */
  width: number
  format: PictureFormat
  bytes: Buffer
}

/** The largest size of a file in bytes, by its width in pixels; a width in between has the limit of the next width. */
const BYTES_MAX: ReadonlyArray<readonly [width: number, bytes: number]> = [
  [96, 4_000],
  [192, 10_000],
  [400, 24_000],
  [800, 40_000],
  [1200, 60_000],
]

/** The qualities to choose from, the highest first. AVIF at a given quality looks like WebP at about 25 more. */
const QUALITIES: Record<PictureFormat, readonly number[]> = {
  avif: [66, 60, 54, 48, 42, 36, 30, 24, 18],
  webp: [82, 76, 70, 64, 58, 52, 46, 40],
}

/** If the lowest quality is still too large, as with noise, the picture is shrunk by these factors in turn. */
const COARSER = [2, 4, 8, 16, 32]

const ACCEPTED = new Set(['jpeg', 'png', 'webp', 'heif', 'gif'])
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

/** Raw pixels, eight bits per channel, three or four channels. */
interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 3 | 4
}

/**
 * Turns any accepted picture (JPEG, PNG, WebP, AVIF, GIF; of an animation the first frame) into the files that the shop
 * serves: each width of the shape in each format.
 *
 * The whole picture is fitted into the canvas (square 1:1, wide 3:2), and the rest is transparent. A picture smaller
 * than a canvas is enlarged to it, so that all widths show the same framing. The result is upright, in sRGB and without
 * any metadata.
 *
 * The largest WebP of a picture is kept byte for byte if it is uploaded again: a picture loses nothing by moving to
 * another shop.
 *
 * @param begins called when the picture's turn has come and the work on it begins.
 * @throws PictureError
 */
export async function encodePicture(
  input: Buffer,
  shape: PictureShape,
  begins: () => void = () => {},
): Promise<EncodedPicture[]> {
  // Checked before the picture waits for its turn, so that invalid files are refused at once.
  const header = await check(input)
  return twoAtATime(async () => {
    begins()
    const widths = PICTURE_WIDTHS[shape]
    const canvas = await oneAtATime(() => decode(input, Math.max(...widths), PICTURE_RATIOS[shape]))
    const files: EncodedPicture[] = []
    for (const width of widths) {
      const pixels = await scale(canvas, width, Math.round(width * PICTURE_RATIOS[shape]))
      for (const format of PICTURE_FORMATS) {
        const bytes = isWritten(input, header, { pixels, format })
          ? input
          : await withinLimit(pixels, format, bytesMax(width))
        files.push({ width, format, bytes })
      }
    }
    return files
  })
}

/** The largest size in bytes of a served file with that width in pixels. */
export function bytesMax(width: number): number {
  const limit = BYTES_MAX.find(([upTo]) => width <= upTo) ?? BYTES_MAX.at(-1)
  return limit ? limit[1] : 0
}

/** Reads the header only, so that an oversized picture is refused before any of it is decoded. */
async function check(input: Buffer): Promise<Metadata> {
  // Nothing is decoded here, so it is safe to lift sharp's limit, which would hide the reason for a refusal.
  const header = await read(input, false).metadata().catch(refuseAs('not-a-picture'))
  if (!ACCEPTED.has(header.format) || (header.format === 'heif' && header.compression !== 'av1')) {
    throw new PictureError('not-a-picture')
  }
  const pixels = header.width * header.height
  if (pixels > PICTURE_PIXELS_MAX) throw new PictureError('too-many-pixels')
  if (pixels * bytesPerPixel(header) > DECODING_BYTES_MAX) {
    throw new PictureError('too-much-memory')
  }
  return header
}

/** Whether an upload that can be decoded already is a file as the shop would write it. */
function isWritten(
  input: Buffer,
  { width, height }: Metadata,
  { pixels, format }: { pixels: Pixels; format: PictureFormat },
): boolean {
  const isOfSize = width === pixels.width && height === pixels.height
  return format === 'webp' && isOfSize && input.length <= bytesMax(width) && isBareWebp(input)
}

/** The memory limit for decoding one picture, and thus for all, because one is decoded at a time. */
const DECODING_BYTES_MAX = 100_000_000

/**
 * The bytes that the decoders use per pixel, as measured at 2 to 39 megapixels. A plain JPEG or PNG is read row by row;
 * a progressive one must be read whole before its first row is complete; and the AVIF decoder keeps several copies.
 */
function bytesPerPixel({ format, channels, bitsPerSample = 8, isProgressive }: Metadata): number {
  const pixel = channels * (bitsPerSample > 8 ? 2 : 1)
  if (format === 'heif') return pixel * 6
  if (format === 'gif') return 6
  if (!isProgressive) return pixel / 2
  return format === 'jpeg' ? channels * 2 : pixel * 1.4
}

function read(input: Buffer, limitInputPixels: number | false = PICTURE_PIXELS_MAX): Sharp {
  // An empty buffer makes the constructor throw, unlike any other invalid file.
  if (input.length === 0) throw new PictureError('not-a-picture')
  return sharp(input, { limitInputPixels, failOn: 'warning' })
}

async function decode(input: Buffer, width: number, ratio: number): Promise<Pixels> {
  const picture = read(input)
    .autoOrient()
    .resize(width, Math.round(width * ratio), { fit: 'contain', background: TRANSPARENT })
    .toColourspace('srgb')
    .ensureAlpha()
  const pixels = await raw(picture).catch(refuseAs('damaged'))
  const { isOpaque } = await open(pixels).stats()
  return isOpaque ? raw(open(pixels).removeAlpha()) : pixels
}

async function scale(pixels: Pixels, width: number, height: number): Promise<Pixels> {
  if (pixels.width === width) return pixels
  return raw(open(pixels).resize(width, height, { fit: 'fill' }))
}

async function withinLimit(pixels: Pixels, format: PictureFormat, limit: number): Promise<Buffer> {
  const [first = 1, ...lower] = QUALITIES[format]
  const lowest = lower.at(-1) ?? first
  const best = await encode(open(pixels), format, first)
  if (best.length <= limit) return best

  // No lower quality saves this much: trying lower qualities for a noisy picture would only cost many slow encodings.
  const hopeless = best.length > limit * 6
  let fitting = hopeless ? null : await lowered(pixels, format, limit, lower)
  for (const divisor of COARSER) {
    if (fitting) return fitting
    const bytes = await encode(open(await coarsened(pixels, divisor)), format, lowest)
    if (bytes.length <= limit) fitting = bytes
  }
  if (fitting) return fitting
  throw new Error(
    `the picture, ${pixels.width} pixels wide, cannot be encoded as ${format} in ${limit} bytes`,
  )
}

/**
 * The encoding with the highest quality that stays within the limit, found by bisection; null if there is none.
 * @param qualities from the highest to the lowest.
 */
async function lowered(
  pixels: Pixels,
  format: PictureFormat,
  limit: number,
  qualities: readonly number[],
): Promise<Buffer | null> {
  let best: Buffer | null = null
  let from = 0
  let to = qualities.length
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const bytes = await encode(open(pixels), format, qualities[middle] ?? 1)
    if (bytes.length <= limit) {
      best = bytes
      to = middle
    } else {
      from = middle + 1
    }
  }
  return best
}

// WebP's alpha has its own quality: below about 85, a soft shadow shows bands.
function encode(picture: Sharp, format: PictureFormat, quality: number): Promise<Buffer> {
  return format === 'avif'
    ? picture.avif({ quality, effort: 3, chromaSubsampling: '4:2:0' }).toBuffer()
    : picture.webp({ quality, alphaQuality: 90, effort: 4, smartSubsample: true }).toBuffer()
}

async function coarsened(pixels: Pixels, divisor: number): Promise<Pixels> {
  const small = await raw(open(pixels).resize(Math.ceil(pixels.width / divisor)))
  return raw(open(small).resize(pixels.width, pixels.height, { fit: 'fill' }))
}

function open({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

async function raw(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return {
    data,
    width: info.width,
    height: info.height,
    channels: info.channels === 3 ? 3 : 4,
  }
}

/**
 * @returns a function that throws a PictureError with the code, whatever the decoder reports: the sender only needs to
 * know whether the file is not a picture or is damaged.
 */
function refuseAs(code: PictureErrorCode): (cause: unknown) => never {
  return (cause) => {
    throw new PictureError(code, { cause })
  }
}

/** Encoding more than two AVIFs at a time would starve the requests. */
const twoAtATime = createSemaphore({ max: 2 })

/** Decoding is quick but takes memory: see DECODING_BYTES_MAX. */
const oneAtATime = createSemaphore({ max: 1 })
