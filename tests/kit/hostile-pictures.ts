/** Malicious or excessive files that people may upload as pictures. */
import { deflateSync, gzipSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

export interface Upload {
  name: string
  /** Whether the shop must accept the picture. */
  isFine: boolean
  make(): Promise<Buffer> | Buffer
}

const MARK = '<script>alert("barq")</script>'

const small = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#e9ff70' } })

export const UPLOADS: readonly Upload[] = [
  { name: 'a JPEG', isFine: true, make: () => small().jpeg().toBuffer() },
  { name: 'a PNG', isFine: true, make: () => small().png().toBuffer() },
  { name: 'a WebP', isFine: true, make: () => small().webp().toBuffer() },
  { name: 'an AVIF', isFine: true, make: () => small().avif().toBuffer() },
  { name: 'a GIF', isFine: true, make: () => small().gif().toBuffer() },
  {
    name: 'a JPEG in CMYK',
    isFine: true,
    make: () => small().toColourspace('cmyk').jpeg().toBuffer(),
  },
  {
    name: 'a PNG of 16 bits',
    isFine: true,
    make: () => small().toColourspace('rgb16').png().toBuffer(),
  },
  { name: 'a PNG of one pixel', isFine: true, make: () => small(1, 1).png().toBuffer() },
  { name: 'a PNG of 50,000 x 1', isFine: true, make: () => flatPng(50_000, 1) },
  { name: 'a PNG of 1 x 50,000', isFine: true, make: () => flatPng(1, 50_000) },
  { name: 'a PNG of 39 megapixels in one colour', isFine: true, make: () => flatPng(6245, 6245) },
  {
    name: 'an interlaced PNG of 23 megapixels',
    isFine: true,
    make: () => small(4800, 4800).png({ progressive: true }).toBuffer(),
  },
  {
    name: 'a progressive JPEG of 16 megapixels',
    isFine: true,
    make: () => progressiveJpeg(4050),
  },
  { name: 'an AVIF of 5 megapixels', isFine: true, make: () => largeAvif(2340) },
  { name: 'a GIF of 16 megapixels', isFine: true, make: () => small(4050, 4050).gif().toBuffer() },
  {
    name: 'a WebP of 39 megapixels',
    isFine: true,
    make: () => small(6245, 6245).webp({ effort: 0 }).toBuffer(),
  },
  { name: 'a GIF of 5,000 frames', isFine: true, make: () => longGif(5000) },
  { name: 'an APNG of 5,000 frames', isFine: true, make: longApng },
  {
    name: 'a JPEG with script and place in its EXIF',
    isFine: true,
    make: () =>
      small()
        .withExif({ IFD0: { Artist: MARK }, IFD3: { GPSLatitude: '25/1 12/1 0/1' } })
        .jpeg()
        .toBuffer(),
  },
  { name: 'a JPEG with a profile of 2 MB', isFine: true, make: () => withProfile(2_000_000) },
  {
    name: 'a PNG that is HTML as well',
    isFine: true,
    make: async () => Buffer.concat([await small().png().toBuffer(), Buffer.from(MARK)]),
  },
  {
    name: 'an interlaced PNG of 39 megapixels',
    isFine: false,
    make: () => small(6245, 6245).png({ progressive: true }).toBuffer(),
  },
  {
    name: 'a progressive JPEG of 39 megapixels',
    isFine: false,
    make: () => progressiveJpeg(6245),
  },
  { name: 'an AVIF of 39 megapixels', isFine: false, make: () => largeAvif(6245) },
  { name: 'a PNG of 16,000 x 16,000', isFine: false, make: () => flatPng(16_000, 16_000) },
  {
    name: 'a PNG that declares 2^31 x 2^31',
    isFine: false,
    make: () => pngHeader(2 ** 31 - 1, 2 ** 31 - 1),
  },
  { name: 'a PNG of 41 megapixels', isFine: false, make: () => flatPng(41_000, 1000) },
  { name: 'a WebP of 16,383 x 16,383', isFine: false, make: () => webpHeader(16_383, 16_383) },
  {
    name: 'a GIF that declares 65,535 x 65,535',
    isFine: false,
    make: () => gifHeader(65_535, 65_535),
  },
  { name: 'a JPEG that is cut', isFine: false, make: () => cut(small(600, 400).jpeg()) },
  {
    name: 'a PNG that is cut',
    isFine: false,
    make: () => cut(small(600, 400).png({ palette: false })),
  },
  { name: 'a WebP that is cut', isFine: false, make: () => cut(small(600, 400).webp()) },
  { name: 'an AVIF that is cut', isFine: false, make: () => cut(small(600, 400).avif()) },
  { name: 'a PNG header and nothing else', isFine: false, make: () => pngHeader(10, 10) },
  { name: 'a PNG with wrong checksums', isFine: false, make: brokenPng },
  { name: 'an SVG', isFine: false, make: () => svg },
  { name: 'an SVG that opens a file', isFine: false, make: () => svgWithEntity },
  { name: 'an SVGZ', isFine: false, make: () => gzipSync(svg) },
  {
    name: 'HTML that is called .png',
    isFine: false,
    make: () => Buffer.from(`<!doctype html>${MARK}`),
  },
  { name: 'a TIFF', isFine: false, make: () => small().tiff().toBuffer() },
  {
    name: 'a PDF',
    isFine: false,
    make: () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'),
  },
  { name: 'a HEIC', isFine: false, make: () => heic() },
  {
    name: 'a BMP',
    isFine: false,
    make: () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]),
  },
  {
    name: 'an ICO',
    isFine: false,
    make: () => Buffer.from([0, 0, 1, 0, 1, 0, ...Array(100).fill(0)]),
  },
  { name: 'a ZIP', isFine: false, make: () => Buffer.from('PK\u0003\u0004'.padEnd(300, 'x')) },
  { name: 'a PPM', isFine: false, make: () => Buffer.from('P6 2 2 255 '.padEnd(100, 'x')) },
  {
    name: 'random bytes',
    isFine: false,
    make: () => Buffer.from(crypto.getRandomValues(new Uint8Array(50_000))),
  },
  { name: '5 MB of zeros', isFine: false, make: () => Buffer.alloc(5 * 1024 * 1024 - 200) },
]

const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${MARK}</svg>`,
)
const svgWithEntity = Buffer.from(
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>`,
)

/** A decoder keeps every scan of it until the last one. */
function progressiveJpeg(side: number): Promise<Buffer> {
  return small(side, side).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
}

/** A kilobyte that decodes to 18 bytes a pixel: a GB of memory at 39 megapixels. */
function largeAvif(side: number): Promise<Buffer> {
  return small(side, side).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer()
}

/** One colour in a few kilobytes, for any number of pixels. */
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

function pngStart(width: number, height: number, depth: number, colour: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, 0], 8)
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
