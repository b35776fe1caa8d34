/** A4 pages, filled from the top, for both text directions. */

import PDFDocument from 'pdfkit'
import { FLASH, isDefault, type ShopNames, STORM } from '#contract/brand.ts'
import { inOwnDirection, piecesOf, withinOwnDirection } from './bidi-text.ts'
import { drawKinkedRule, drawMark } from './brand.ts'
import { addFonts, type FontRun } from './fonts.ts'

const MARGIN = 48
const WIDTH = 595.28 - 2 * MARGIN
/** The lower edge of the content, in points; the page number is below it. */
const BOTTOM = 841.89 - MARGIN - 20
const LEADING = 1.5
const GAP = 8
const INK = '#0c211d'
const QUIET = '#46605a'
const RULE = '#cfd8d0'
const WELL = '#eef2ed'

interface Style {
  size: number
  bold?: boolean
  color?: string
  /** Highlighted in the shop's yellow. */
  marked?: boolean
}

/** `right` for amounts in every language: their digits run from left to right. */
type Align = 'start' | 'end' | 'right'

interface Column {
  title: string
  /** Share of the table's width. */
  share?: number
}

export interface SheetSettings {
  direction: 'ltr' | 'rtl'
  title: string
  language: string
  /** The time of the content, not of its rendering, so that the same content yields the same bytes. */
  createdAt: Date
}

export type Sheet = Awaited<ReturnType<typeof createSheet>>

export async function createSheet({ direction, title, language, createdAt }: SheetSettings) {
  const isRightToLeft = direction === 'rtl'
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: language,
    info: { Title: title, CreationDate: createdAt },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const fonts = await addFonts(doc)
  let top = MARGIN
  let missing = false
  let name = title

  function runsOf(text: string): FontRun[] {
    return piecesOf(text.normalize(), direction).flatMap((piece) => {
      const runs = fonts.runsOf(piece.text)
      return piece.isRightToLeft ? runs.reverse() : runs
    })
  }

  function widthOf(text: string, style: Style): number {
    return runsOf(text).reduce((sum, run) => {
      fonts.use(run.family, style)
      return sum + doc.widthOfString(run.text)
    }, 0)
  }

  /** Breaks a text into lines at spaces, and overlong words anywhere. */
  function wrap(text: string, width: number, style: Style): string[] {
    return text.split('\n').flatMap((paragraph) => {
      const own = withinOwnDirection(paragraph)
      if (own !== null) return wrap(own, width, style).map(inOwnDirection)
      const lines: string[] = []
      let line = ''
      for (const word of paragraph.split(/(?<= )/)) {
        if (line && widthOf((line + word).trimEnd(), style) > width) {
          lines.push(line.trimEnd())
          line = ''
        }
        line += word
        while (widthOf(line.trimEnd(), style) > width) {
          const fits = lengthThatFits(line, width, style)
          lines.push(line.slice(0, fits))
          line = line.slice(fits)
        }
      }
      return [...lines, line.trimEnd()]
    })
  }

  function lengthThatFits(text: string, width: number, style: Style): number {
    let length = 1
    while (length < text.length && widthOf(text.slice(0, length + 1), style) <= width) length += 1
    return length
  }

  /** Draws one line between two edges. @param align `start` and `end` depend on the direction of the language. */
  function draw(
    text: string,
    place: { x: number; y: number; width: number },
    style: Style,
    align: Align = 'start',
  ) {
    const isAtRight = align === 'right' || (align === 'end') !== isRightToLeft
    const width = widthOf(text, style)
    let x = isAtRight ? place.x + place.width - width : place.x
    if (style.marked) {
      const { size } = style
      doc.rect(x - 4, place.y - size * 1.05, width + 8, size * 1.5).fill(FLASH)
    }
    doc.fillColor(style.color ?? INK)
    for (const run of runsOf(text)) {
      if (!run.family) missing = true
      fonts.use(run.family, style)
      doc.text(run.text, x, place.y, { lineBreak: false, baseline: 'alphabetic' })
      x += doc.widthOfString(run.text)
    }
  }

  function nextPage(): void {
    doc.addPage()
    top = MARGIN
  }

  /** Begins a new page if less than this height is left. */
  function need(height: number): void {
    if (top + height > BOTTOM) nextPage()
  }

  /** Draws lines below each other without moving `top`. @returns their height in points. */
  function drawLines(
    lines: readonly string[],
    x: number,
    width: number,
    style: Style,
    align?: Align,
  ) {
    lines.forEach((line, index) => {
      const y = top + style.size + index * style.size * LEADING
      draw(line, { x, y, width }, style, align)
    })
    return lines.length * style.size * LEADING
  }

  function rule(): void {
    doc
      .moveTo(MARGIN, top)
      .lineTo(MARGIN + WIDTH, top)
      .lineWidth(0.6)
      .stroke(RULE)
  }

  /** The last column's share of the table's width; the sums align with that column. */
  let lastShare = 0.2

  /** The left edge of a column, from its start and width as shares of the width between the margins. */
  function edgeOf(from: number, share: number): number {
    return MARGIN + (isRightToLeft ? 1 - from - share : from) * WIDTH
  }

  return {
    space(points: number): void {
      top += points
    },

    /**
     * Draws the shop's name at the start, after the logo if the name is the default; the title and `under` at the end;
     * and a rule.
     */
    head(names: ShopNames, title: string, under: string): void {
      const mark = 34
      const beside = { x: MARGIN, width: WIDTH }
      if (isDefault(names)) {
        drawMark(doc, isRightToLeft ? MARGIN + WIDTH - mark : MARGIN, top, mark)
        beside.x += isRightToLeft ? 0 : mark + 10
        beside.width -= mark + 10
      }
      const scripts = [...new Set([names.name, names.name_ar])]
      const logo = (isRightToLeft ? scripts.reverse() : scripts).join('  ')
      draw(logo, { ...beside, y: top + 24 }, { size: 20, bold: true, color: STORM })
      const end = { x: MARGIN, width: WIDTH }
      draw(title, { ...end, y: top + 18 }, { size: 22, bold: true, color: STORM }, 'end')
      draw(under, { ...end, y: top + 40 }, { size: 11, color: QUIET }, 'end')
      name = `${title} ${under}`
      top += mark + 28
      drawKinkedRule(doc, { x: MARGIN, y: top, width: WIDTH, isRightToLeft })
      top += 24
    },

    write(text: string, style: Style): void {
      for (const line of wrap(text, WIDTH, style)) {
        need(style.size * LEADING)
        top += drawLines([line], MARGIN, WIDTH, style)
      }
    },

    /**
     * Draws two lists side by side; the first line of each list is its heading.
     * @param ofSecond the style below the second list's heading.
     */
    columns(
      first: readonly string[],
      second: readonly string[],
      style: Style,
      ofSecond: Partial<Style> = {},
    ): void {
      const width = WIDTH * 0.46
      const heights = [first, second].map(([heading = '', ...rest], index) => {
        const x = edgeOf(index * 0.54, 0.46)
        const quiet = { ...style, size: style.size - 1.5, color: QUIET }
        const before = top
        top += drawLines([heading], x, width, quiet) + 2
        top += drawLines(
          rest.flatMap((line) => wrap(line, width, style)),
          x,
          width,
          index === 1 ? { ...style, ...ofSecond } : style,
        )
        const height = top - before
        top = before
        return height
      })
      top += Math.max(...heights)
    },

    /**
     * Draws a table. Columns that are empty below their heading are omitted, except the first, which takes the
     * remaining width.
     */
    table(columns: readonly Column[], rows: ReadonlyArray<readonly string[]>, style: Style): void {
      const kept = columns.map((_, index) => index === 0 || rows.some((row) => row[index]))
      const ofKept = <T>(all: readonly T[]) => all.filter((_, index) => kept[index])
      const others = ofKept(columns)
        .slice(1)
        .map(({ share = 0 }) => share)
      const shares = [1 - others.reduce((sum, share) => sum + share, 0), ...others]
      lastShare = shares.at(-1) ?? lastShare
      const titles = ofKept(columns).map(({ title }) => title)
      const cells = (texts: readonly string[], as: Style) => {
        let from = 0
        return texts.map((text, index) => {
          const share = shares[index] ?? 0
          const x = edgeOf(from, share) + GAP
          from += share
          const width = WIDTH * share - 2 * GAP
          const lines = wrap(text, width, as)
          return { x, width, lines, align: index === 0 ? 'start' : 'right' } as const
        })
      }
      const heightOf = (row: ReturnType<typeof cells>) =>
        Math.max(...row.map(({ lines }) => lines.length)) * style.size * LEADING + 14
      const put = (row: ReturnType<typeof cells>, as: Style) => {
        top += 7
        for (const { x, width, lines, align } of row) drawLines(lines, x, width, as, align)
        top += heightOf(row) - 7
        rule()
      }
      const heading = { ...style, size: style.size - 1, bold: true, color: STORM }
      const head = () => {
        const row = cells(titles, heading)
        doc.rect(MARGIN, top, WIDTH, heightOf(row)).fill(WELL)
        put(row, heading)
      }
      head()
      for (const texts of rows) {
        const row = cells(ofKept(texts), style)
        if (top + heightOf(row) > BOTTOM) {
          nextPage()
          head()
        }
        put(row, style)
      }
    },

    /** Draws a name, and an amount aligned with the last column of the table above. */
    sum(name: string, amount: string, style: Style): void {
      need(style.size * LEADING)
      drawLines([name], edgeOf(0.2, 0.5), WIDTH * 0.5, style, 'end')
      const column = edgeOf(1 - lastShare, lastShare) + GAP
      const end = column + WIDTH * lastShare - 2 * GAP
      // A wide amount extends toward the name.
      const width = Math.max(end - column, widthOf(amount, style))
      top += drawLines([amount], isRightToLeft ? column : end - width, width, style, 'right')
    },

    /** Whether a character was drawn as a box because no font has it. */
    get lacksGlyphs(): boolean {
      return missing
    },

    /** @param footer returns the text at the end of each page's last line. */
    async end(footer: (page: number, pages: number) => string): Promise<Buffer> {
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        doc.switchToPage(page)
        const place = { x: MARGIN, y: BOTTOM + 18, width: WIDTH }
        top = BOTTOM
        rule()
        draw(name, place, { size: 8, color: QUIET })
        draw(footer(page + 1, count), place, { size: 8, color: QUIET }, 'end')
      }
      const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
      doc.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}
