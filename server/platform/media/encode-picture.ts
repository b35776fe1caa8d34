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

// Decoders are an upload's attack surface, so only those of the five accepted formats are allowed. The HEIF loader also
// reads HEVC, so a HEIF file's header must say that it is an AVIF.
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
// Every picture is read only once, so a cache would just waste memory.
sharp.cache(false)

export interface EncodedPicture {
  /** In pixels. The height follows from the shape. */
  width: number
  format: PictureFormat
  bytes: Buffer
}

/** The maximum size of a file in bytes, keyed by width in pixels. Widths in between get the limit of the next one. */
const BYTES_MAX: ReadonlyArray<readonly [width: number, bytes: number]> = [
  [96, 4_000],
  [192, 10_000],
  [400, 24_000],
  [800, 40_000],
  [1200, 60_000],
]

/**
 * The qualities to choose from, highest first. AVIF at a given quality looks like WebP at a quality about 25 higher.
 */
const QUALITIES: Record<PictureFormat, readonly number[]> = {
  avif: [66, 60, 54, 48, 42, 36, 30, 24, 18],
  webp: [82, 76, 70, 64, 58, 52, 46, 40],
}

/**
 * If the file is still too large at the lowest quality, as with noise, the picture is downsampled by these factors in
 * turn.
 */
const COARSER = [2, 4, 8, 16, 32]

const ACCEPTED = new Set(['jpeg', 'png', 'webp', 'heif', 'gif'])
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

/** Raw pixels with three or four channels of eight bits each. */
interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 3 | 4
}

/**
 * Encodes any accepted picture (JPEG, PNG, WebP, AVIF or GIF; for animations, the first frame) as the files that the
 * shop serves: every width of the shape in every format.
 *
 * The whole picture is fitted into the canvas (square 1:1, wide 3:2), and the rest is transparent; a portrait (1:1) is
 * cropped instead. Pictures smaller than the canvas are enlarged, so that all widths have the same framing. The result
 * is upright, in sRGB and free of metadata.
 *
 * A picture's largest WebP is stored byte for byte if it is uploaded again, so that a picture loses no quality when it
 * moves to another shop.
 *
 * @param begins called when encoding begins, once it is the picture's turn.
 * @throws PictureError
 */
export async function encodePicture(
  input: Buffer,
  shape: PictureShape,
  begins: () => void = () => {},
): Promise<EncodedPicture[]> {
  // The file is checked before it waits for its turn, so that invalid files are rejected immediately.
  const header = await check(input)
  return twoAtATime(async () => {
    begins()
    const widths = PICTURE_WIDTHS[shape]
    const canvas = await oneAtATime(() => decode(input, Math.max(...widths), shape))
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

/** The maximum size in bytes of a served file that is `width` pixels wide. */
export function bytesMax(width: number): number {
  const limit = BYTES_MAX.find(([upTo]) => width <= upTo) ?? BYTES_MAX.at(-1)
  return limit ? limit[1] : 0
}

/** Reads only the header, so that an oversized picture is rejected before any of it is decoded. */
async function check(input: Buffer): Promise<Metadata> {
  // Nothing is decoded here, so it is safe to lift sharp's limit, which would obscure the reason for a rejection.
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

/** Whether a decodable upload can be stored unchanged, because it is already a file as the shop would write it. */
function isWritten(
  input: Buffer,
  { width, height }: Metadata,
  { pixels, format }: { pixels: Pixels; format: PictureFormat },
): boolean {
  const isOfSize = width === pixels.width && height === pixels.height
  return format === 'webp' && isOfSize && input.length <= bytesMax(width) && isBareWebp(input)
}

/** The memory limit for decoding a picture, and thus for decoding overall, because only one is decoded at a time. */
const DECODING_BYTES_MAX = 100_000_000

/**
 * The decoders' memory use in bytes per pixel, as measured at 2 to 39 megapixels. A plain JPEG or PNG is read row by
 * row, a progressive one must be read entirely before its first row is complete, and the AVIF decoder holds several
 * copies.
 */
function bytesPerPixel({ format, channels, bitsPerSample = 8, isProgressive }: Metadata): number {
  const pixel = channels * (bitsPerSample > 8 ? 2 : 1)
  if (format === 'heif') return pixel * 6
  if (format === 'gif') return 6
  if (!isProgressive) return pixel / 2
  return format === 'jpeg' ? channels * 2 : pixel * 1.4
}

function read(input: Buffer, limitInputPixels: number | false = PICTURE_PIXELS_MAX): Sharp {
  // Unlike other invalid files, an empty buffer makes the constructor throw.
  if (input.length === 0) throw new PictureError('not-a-picture')
  return sharp(input, { limitInputPixels, failOn: 'warning' })
}

async function decode(input: Buffer, width: number, shape: PictureShape): Promise<Pixels> {
  const height = Math.round(width * PICTURE_RATIOS[shape])
  const upright = read(input).autoOrient()
  const picture =
    shape === 'portrait'
      ? upright.resize(width * 2, height * 2, { fit: 'inside', withoutEnlargement: true })
      : upright.resize(width, height, { fit: 'contain', background: TRANSPARENT })
  const pixels = await raw(picture.toColourspace('srgb').ensureAlpha()).catch(refuseAs('damaged'))
  const { isOpaque } = await open(pixels).stats()
  const canvas = isOpaque ? await raw(open(pixels).removeAlpha()) : pixels
  return shape === 'portrait' ? scale(await cropped(canvas), width, height) : canvas
}

/**
 * Crops to a square around what draws the eye, skin first: in a portrait, the face is above the middle. Crops after the
 * picture was made small and before it is enlarged, as looking for it in a long strip that fills the canvas would take
 * gigabytes.
 */
async function cropped(pixels: Pixels): Promise<Pixels> {
  const side = Math.min(pixels.width, pixels.height)
  return raw(open(pixels).resize(side, side, { fit: 'cover', position: 'attention' }))
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

  // No lower quality shrinks a file to a sixth, so trying lower ones on a noisy picture would just waste time.
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
 * Finds the highest-quality encoding within the limit by bisection; null if there is none.
 * @param qualities from highest to lowest.
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

// WebP has a separate quality setting for alpha: below about 85, soft shadows show banding.
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
 * @returns a function that throws a PictureError with the code, regardless of what the decoder reports. The uploader
 * only needs to know whether the file is damaged or not a picture at all.
 */
function refuseAs(code: PictureErrorCode): (cause: unknown) => never {
  return (cause) => {
    throw new PictureError(code, { cause })
  }
}

/** Encoding more than two AVIFs at a time would starve other requests. */
const twoAtATime = createSemaphore({ max: 2 })

/** Decoding is fast but memory-intensive: see DECODING_BYTES_MAX. */
const oneAtATime = createSemaphore({ max: 1 })
