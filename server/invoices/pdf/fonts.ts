/**
 * The fonts of a PDF: chooses a font for each part of a text, and makes text copied from the PDF match the original.
 */
import { readFile } from 'node:fs/promises'

/** In order of preference: the font of the shop's pages, one with more Arabic letters, and one for other scripts. */
const FAMILIES = ['ReadexPro', 'IBMPlexSansArabic', 'NotoSans'] as const
const WEIGHTS = { regular: '400Regular', bold: '600SemiBold' } as const

type Family = (typeof FAMILIES)[number]
type Weight = keyof typeof WEIGHTS

export interface FontRun {
  text: string
  /** Undefined if no family has the characters; each is then drawn as an empty box. */
  family: Family | undefined
}

/** The parts used here of PDFKit's `EmbeddedFont` and its fontkit font; neither library has types for them. */
interface EmbeddedFont {
  font: {
    getGlyph(id: number, codePoints?: number[]): Glyph
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  subset: { glyphs: number[] }
  widths: number[]
  unicode: number[][]
  scale: number
  layoutRun(text: string, features?: object): Layout
  layout(text: string): Layout
  encode(text: string): [string[], unknown[]]
}
interface Glyph {
  id: number
  advanceWidth: number
  codePoints: number[]
}
interface Layout {
  glyphs: Glyph[]
  positions: unknown[]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const JOINERS: ReadonlySet<string> = new Set(['\u200c', '\u200d'])

let files: Promise<ReadonlyArray<readonly [string, Buffer]>> | undefined

function loadFiles() {
  files ??= Promise.all(
    FAMILIES.flatMap((family) =>
      Object.values(WEIGHTS).map(async (suffix) => {
        const url = new URL(`./fonts/${family}_${suffix}.ttf`, import.meta.url)
        return [`${family}_${suffix}`, await readFile(url)] as const
      }),
    ),
  )
  return files
}

export async function addFonts(doc: PDFKit.PDFDocument) {
  for (const [name, file] of await loadFiles()) doc.registerFont(name, file)
  const opened = new Map<string, EmbeddedFont>()

  function open(family: Family, weight: Weight): EmbeddedFont {
    const name = `${family}_${WEIGHTS[weight]}`
    doc.font(name)
    const known = opened.get(name)
    if (known) return known
    const font = (doc as unknown as { _font: EmbeddedFont })._font
    keepTextOfGlyphs(font)
    opened.set(name, font)
    return font
  }

  const families = new Map<string, Family | undefined>()
  function familyOf(text: string): Family | undefined {
    if (!families.has(text)) families.set(text, findFamily(text))
    return families.get(text)
  }

  function findFamily(text: string): Family | undefined {
    return FAMILIES.find((family) => {
      const { font } = open(family, 'regular')
      return [...text].every(
        (character) =>
          JOINERS.has(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
      )
    })
  }

  return {
    /**
     * Splits the text into runs, each in one family; if one family has all the characters, the whole text is one run.
     */
    runsOf(text: string): FontRun[] {
      const ofAll = familyOf(text)
      if (ofAll) return [{ text, family: ofAll }]
      const runs: FontRun[] = []
      for (const { segment } of graphemes.segment(text)) {
        const family = familyOf(segment)
        const last = runs.at(-1)
        if (last && last.family === family) last.text += segment
        else runs.push({ text: segment, family })
      }
      return runs
    },

    use(family: Family | undefined, { size, bold }: { size: number; bold?: boolean }): void {
      open(family ?? FAMILIES[0], bold ? 'bold' : 'regular')
      doc.fontSize(size)
    },
  }
}

/**
 * Makes text copied from the PDF match the original. PDFKit stores one text per glyph, that of its first use, and
 * fontkit keeps one object per glyph: after the "i" in "ị", every "i" would be copied as "ị", and characters without a
 * glyph would not be copied. Here, a glyph is embedded once for each text it represents.
 */
function keepTextOfGlyphs(embedded: EmbeddedFont): void {
  const { font, subset, widths, unicode, scale } = embedded
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) =>
    Object.create(getGlyph(id), { codePoints: { value: codePoints, enumerable: true } })

  const layoutRun = embedded.layoutRun.bind(embedded)
  // The feature `ccmp` decomposes letters into glyphs of which all but one have no text.
  embedded.layoutRun = (text) => layoutRun(text, { ccmp: false })

  const codes = new Map<string, number>()
  embedded.encode = (text) => {
    const { glyphs, positions } = embedded.layout(text)
    const encoded = glyphs.map(({ id, codePoints, advanceWidth }) => {
      const key = `${id} ${codePoints}`
      const code = codes.get(key) ?? subset.glyphs.push(id) - 1
      codes.set(key, code)
      widths[code] = advanceWidth * scale
      unicode[code] = codePoints
      return code.toString(16).padStart(4, '0')
    })
    return [encoded, positions]
  }
}
