/** Composes a sheet of each screen for docs/: two widths, both languages and both themes. */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Contains a folder for each look (width, language and theme) with a file for each screen. */
export const PICTURES = 'coverage/gallery'
const SHEETS = 'docs/screenshots/screens'

const DESKTOP = { inline: 640, looks: ['1280-en-light', '1280-ar-dark'] }
const PHONE = { inline: 240, looks: ['390-en-dark', '390-ar-light'] }
/** The height in pixels at which a picture is cut off. */
const BLOCK = 560
const GAP = 12

export default async function makeSheets(): Promise<void> {
  await mkdir(SHEETS, { recursive: true })
  const files = await readdir(join(PICTURES, '1280-en-light'))
  for (const file of files) await makeSheet(file)
}

async function makeSheet(file: string): Promise<void> {
  const places = [DESKTOP, PHONE].flatMap(({ inline, looks }) =>
    looks.map((look) => ({ inline, path: join(PICTURES, look, file) })),
  )
  let left = GAP
  const parts = await Promise.all(
    places.map(async ({ inline, path }) => ({
      inline,
      input: await sharp(path)
        .resize({ width: inline })
        .extract({ left: 0, top: 0, width: inline, height: await heightOf(path, inline) })
        .png()
        .toBuffer(),
    })),
  )
  const composed = parts.map(({ inline, input }) => {
    const place = { input, left, top: GAP }
    left += inline + GAP
    return place
  })
  await sharp({
    create: { width: left, height: BLOCK + 2 * GAP, channels: 3, background: '#8a948f' },
  })
    .composite(composed)
    .webp({ quality: 72 })
    .toFile(join(SHEETS, file.replace('.png', '.webp')))
}

async function heightOf(path: string, inline: number): Promise<number> {
  const { width, height } = await sharp(path).metadata()
  return Math.min(BLOCK, Math.floor((height * inline) / width))
}
