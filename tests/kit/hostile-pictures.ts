import { deflateSync, gzipSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

type Make = () => Promise<Buffer> | Buffer

const MARK = '<script>alert("barq")</script>'

const small = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#e9ff70' } })

export const FINE: Record<string, Make> = {
  'a JPEG': () => small().jpeg().toBuffer(),
  'a PNG': () => small().png().toBuffer(),
  'a WebP': () => small().webp().toBuffer(),
  'an AVIF': () => small().avif().toBuffer(),
  'a GIF': () => small().gif().toBuffer(),
  'a JPEG in CMYK': () => small().toColourspace('cmyk').jpeg().toBuffer(),
  'a PNG of 16 bits': () => small().toColourspace('rgb16').png().toBuffer(),
  'a PNG of one pixel': () => small(1, 1).png().toBuffer(),
  'a PNG of 50,000 x 1': () => flatPng(50_000, 1),
  'a PNG of 1 x 50,000': () => flatPng(1, 50_000),
  'a PNG of 39 megapixels in one color': () => flatPng(6245, 6245),
  'an interlaced PNG of 23 megapixels': () =>
    small(4800, 4800).png({ progressive: true }).toBuffer(),
  'a progressive JPEG of 16 megapixels': () => progressiveJpeg(4050),
  'an AVIF of 5 megapixels': () => largeAvif(2340),
  'a GIF of 16 megapixels': () => small(4050, 4050).gif().toBuffer(),
  'a WebP of 39 megapixels': () => small(6245, 6245).webp({ effort: 0 }).toBuffer(),
  'a GIF of 5,000 frames': () => longGif(5000),
  'an APNG of 5,000 frames': longApng,
  'a JPEG with script and place in its EXIF': () =>
    small()
      .withExif({ IFD0: { Artist: MARK }, IFD3: { GPSLatitude: '25/1 12/1 0/1' } })
      .jpeg()
      .toBuffer(),
  'a JPEG with a profile of 2 MB': () => withProfile(2_000_000),
  'a PNG that is HTML as well': async () =>
    Buffer.concat([await small().png().toBuffer(), Buffer.from(MARK)]),
}

export const BROKEN: Record<string, Make> = {
  'an interlaced PNG of 24 megapixels': () =>
    small(4900, 4900).png({ progressive: true }).toBuffer(),
  'a progressive JPEG of 39 megapixels': () => progressiveJpeg(6245),
  'an AVIF of 39 megapixels': () => largeAvif(6245),
  'a PNG of 16,000 x 16,000': () => flatPng(16_000, 16_000),
  'a PNG that declares 2^31 x 2^31': () => pngHeader(2 ** 31 - 1, 2 ** 31 - 1),
  'a PNG of 41 megapixels': () => flatPng(41_000, 1000),
  'a WebP of 16,383 x 16,383': () => webpHeader(16_383, 16_383),
  'a GIF that declares 65,535 x 65,535': () => gifHeader(65_535, 65_535),
  'a JPEG that is cut': () => cut(small(600, 400).jpeg()),
  'a PNG that is cut': () => cut(small(600, 400).png({ palette: false })),
  'a WebP that is cut': () => cut(small(600, 400).webp()),
  'an AVIF that is cut': () => cut(small(600, 400).avif()),
  'a PNG header and nothing else': () => pngHeader(10, 10),
  'a PNG with wrong checksums': brokenPng,
  'an SVG': () => svg,
  'an SVG that opens a file': () => svgWithEntity,
  'an SVGZ': () => gzipSync(svg),
  'HTML that is called .png': () => Buffer.from(`<!doctype html>${MARK}`),
  'a TIFF': () => small().tiff().toBuffer(),
  'a PDF': () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'),
  'a HEIC': () => heic(),
  'a BMP': () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]),
  'an ICO': () => Buffer.from([0, 0, 1, 0, 1, 0, ...Array(100).fill(0)]),
  'a ZIP': () => Buffer.from('PK\u0003\u0004'.padEnd(300, 'x')),
  'a PPM': () => Buffer.from('P6 2 2 255 '.padEnd(100, 'x')),
  'random bytes': () => Buffer.from(crypto.getRandomValues(new Uint8Array(50_000))),
  '5 MB of zeros': () => Buffer.alloc(5 * 1024 * 1024 - 200),
}

const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${MARK}</svg>`,
)
const svgWithEntity = Buffer.from(
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>`,
)

/** A JPEG whose scans a decoder must all hold in memory until it has read the last one. */
function progressiveJpeg(side: number): Promise<Buffer> {
  return small(side, side).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
}

/** A picture of one kilobyte that takes 18 bytes per pixel to decode: at 39 megapixels, 0.7 GB of memory. */
function largeAvif(side: number): Promise<Buffer> {
  return small(side, side).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer()
}

/** A single-color picture, which takes only kilobytes even with hundreds of megapixels. */
function flatPng(width: number, height: number): Buffer {
  const row = Math.ceil(width / 8) + 1
  const rows = deflateSync(Buffer.alloc(row * height), { level: 9 })
  return Buffer.concat([
    pngStart(width, height, 1, 0),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function pngHeader(width: number, height: number): Buffer {
  return pngStart(width, height, 8, 2)
}

function pngStart(width: number, height: number, depth: number, color: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header)])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc(body), body.length + 4)
  return framed
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

async function brokenPng(): Promise<Buffer> {
  const png = Buffer.from(await small(200, 200).png({ palette: false }).toBuffer())
  const at = png.indexOf('IDAT') + 20
  for (let i = at; i < at + 40; i++) png[i] = 0x5a
  return png
}

function longGif(frames: number): Buffer {
  const start = Buffer.from('47494638396164006400800000000000ffffff', 'hex')
  const frame = Buffer.from('21f9040001000000' + '2c00000000010001000002024c0100', 'hex')
  return Buffer.concat([start, ...Array(frames).fill(frame), Buffer.from(';')])
}

function longApng(): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(5000, 0)
  const image = deflateSync(Buffer.alloc(2 * 64))
  const frames = Array.from({ length: 5000 }, (_, index) => {
    const at = Buffer.alloc(26)
    at.writeUInt32BE(index * 2 + 1, 0)
    at.writeUInt32BE(8, 4)
    at.writeUInt32BE(64, 8)
    const data = Buffer.alloc(4 + image.length)
    data.writeUInt32BE(index * 2 + 2, 0)
    data.set(image, 4)
    return Buffer.concat([chunk('fcTL', at), chunk('fdAT', data)])
  })
  return Buffer.concat([
    pngStart(8, 64, 1, 0),
    chunk('acTL', control),
    chunk('IDAT', image),
    ...frames,
    chunk('IEND', Buffer.alloc(0)),
  ])
}

async function withProfile(bytes: number): Promise<Buffer> {
  const jpeg = await small().jpeg().toBuffer()
  const part = 65_000
  const count = Math.ceil(bytes / part)
  const profile = Array.from({ length: count }, (_, index) => {
    const head = Buffer.from(`\xff\xe2\0\0ICC_PROFILE\0`, 'latin1')
    head.writeUInt16BE(part + 16, 2)
    return Buffer.concat([head, Buffer.from([index + 1, count]), Buffer.alloc(part, 'x')])
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...profile, jpeg.subarray(2)])
}

function webpHeader(width: number, height: number): Buffer {
  const bits = (width - 1) | ((height - 1) << 14)
  const data = Buffer.alloc(20)
  data[0] = 0x2f
  data.writeUInt32LE(bits >>> 0, 1)
  const file = Buffer.alloc(20)
  file.write('RIFF', 0)
  file.writeUInt32LE(12 + data.length, 4)
  file.write('WEBPVP8L', 8)
  file.writeUInt32LE(data.length, 16)
  return Buffer.concat([file, data])
}

function gifHeader(width: number, height: number): Buffer {
  const gif = Buffer.from(
    '47494638396100000000800000000000ffffff2c00000000000000000002024c01003b',
    'hex',
  )
  for (const at of [6, 24]) {
    gif.writeUInt16LE(width, at)
    gif.writeUInt16LE(height, at + 2)
  }
  return gif
}

function heic(): Buffer {
  const box = Buffer.alloc(600)
  box.writeUInt32BE(24, 0)
  box.write('ftypheic\0\0\0\0mif1heic', 4, 'latin1')
  return box
}

async function cut(picture: Sharp): Promise<Buffer> {
  const whole = await picture.toBuffer()
  return whole.subarray(0, Math.floor(whole.length * 0.6))
}
