/**
 * Encodes the served pictures of the demo catalog from lossless masters:
 *
 *     node tools/demo-pictures/encode-demo-pictures.ts MASTERS_DIR [key ...]
 *
 * MASTERS_DIR has one PNG for each picture key of catalog.json. If no key is given, all pictures are encoded.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PictureShape } from '#contract/pictures.ts'
import { encodePicture } from '#server/platform/media/encode-picture.ts'
import catalog from '../../demo/catalog.json' with { type: 'json' }

const [masters, ...wanted] = process.argv.slice(2)
if (!masters)
  throw new Error('usage: node tools/demo-pictures/encode-demo-pictures.ts MASTERS_DIR [key ...]')

const shapes = new Map<string, PictureShape>()
for (const { picture } of [...catalog.categories, ...catalog.carousel]) {
  shapes.set(picture.key, 'wide')
}
for (const { pictures } of catalog.products) {
  for (const { key } of pictures) shapes.set(key, 'square')
}

const unknown = wanted.filter((key) => !shapes.has(key))
if (unknown.length > 0) throw new Error(`not in catalog.json: ${unknown.join(', ')}`)

let total = 0
await Promise.all(
  [...shapes]
    .filter(([key]) => wanted.length === 0 || wanted.includes(key))
    .map(async ([key, shape]) => {
      const files = await encodePicture(await readFile(path.join(masters, `${key}.png`)), shape)
      const folder = path.join(import.meta.dirname, '../../demo/pictures', key)
      await mkdir(folder, { recursive: true })
      for (const { width, format, bytes } of files) {
        await writeFile(path.join(folder, `${width}.${format}`), bytes)
        total += bytes.length
      }
      console.log(
        key,
        files.map((file) => `${file.width}.${file.format} ${file.bytes.length}`).join(', '),
      )
    }),
)
console.log(`${(total / 1e6).toFixed(2)} MB`)
