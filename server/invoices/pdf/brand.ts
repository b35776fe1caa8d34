/** The shop's logo and its kinked rule, as drawn on its pages (`web/ui/Logo.tsx`, `SectionTitle.tsx`). */
import { FLASH, STORM } from '#contract/brand.ts'

const BOLT = 'M11.4 0 0 15.4h7.1L4.3 26 18 9.9h-8z'
const BOLT_SIZE = { width: 18, height: 26 }

export function drawMark(doc: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  const scale = (size * 0.64) / BOLT_SIZE.height
  doc.roundedRect(x, y, size, size, size * 0.22).fill(STORM)
  doc
    .save()
    .translate(x + (size - BOLT_SIZE.width * scale) / 2, y + size * 0.18)
    .scale(scale)
    .path(BOLT)
    .fill(FLASH)
    .restore()
}

/** Draws a rule that rises near the end of the line. */
export function drawKinkedRule(
  doc: PDFKit.PDFDocument,
  { x, y, width, isRightToLeft }: { x: number; y: number; width: number; isRightToLeft: boolean },
): void {
  const at = (share: number, more = 0) =>
    isRightToLeft ? x + width * (1 - share) - more : x + width * share + more
  doc
    .moveTo(at(0), y)
    .lineTo(at(0.72), y)
    .lineTo(at(0.72, 10), y - 9)
    .lineTo(at(1), y - 9)
    .lineWidth(1.2)
    .stroke(STORM)
}
