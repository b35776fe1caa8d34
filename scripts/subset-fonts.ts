/**
 * Subsets Readex Pro to the characters that the shop uses: `npm exec -- node scripts/subset-fonts.ts <folder>`, where
 * <folder> is an unpacked `@fontsource-variable/readex-pro` (`npm pack` it, then `tar xzf`). The results are committed,
 * so neither the build nor CI needs the package.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const WEIGHTS = { min: 400, max: 700 }

const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”…•·×−→←€™`
const ARABIC = `${range(0x600, 0x61f)}${range(0x620, 0x65f)}${range(0x660, 0x66f)}ٰٱپچژکگی`

/** The Arabic part of the logo, in its own file, so that English pages need not fetch all Arabic letters. */
const LOGO = 'برق'

const CUTS = [
  { from: 'readex-pro-latin-wght-normal.woff2', to: 'readex-latin.woff2', text: LATIN },
  { from: 'readex-pro-arabic-wght-normal.woff2', to: 'readex-arabic.woff2', text: ARABIC },
  { from: 'readex-pro-arabic-wght-normal.woff2', to: 'readex-logo.woff2', text: LOGO },
]

const source = process.argv[2]
if (!source) {
  console.error('Give the path of the unpacked package @fontsource-variable/readex-pro.')
  process.exit(1)
}

const target = join(import.meta.dirname, '../web/fonts')
await mkdir(target, { recursive: true })
for (const { from, to, text } of CUTS) {
  const font = await subsetFont(await readFile(join(source, 'files', from)), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: to === 'readex-logo.woff2' ? 550 : WEIGHTS },
  })
  await writeFile(join(target, to), font)
  console.log(`${to}: ${(font.length / 1024).toFixed(1)} kB`)
}
await copyFile(join(source, 'LICENSE'), join(target, 'OFL.txt'))

function range(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i))
}
