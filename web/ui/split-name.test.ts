import { describe, expect, test } from 'vitest'
import { splitName } from './split-name.ts'

describe('the part of a name that tells variants apart', () => {
  test.each([
    ['Orvane One Pro 5G 256 GB', '256 GB'],
    ['Orvane Max Ultra 1TB', '1TB'],
    ['Orvane One 8/256 GB Midnight Blue', '8/256 GB Midnight Blue'],
    ['Zelmora Watch S 44 mm', '44 mm'],
    ['Ampriva Braid USB-C Cable 2 m', '2 m'],
    ['Orvane Mesh Wi-Fi 7 Router, 2-pack', '2-pack'],
    ['Visqor Frame 33 Mirrorless Camera (body only)', '(body only)'],
    ['هاتف أورفان ون برو 5G سعة 256 جيجابايت', 'سعة 256 جيجابايت'],
    ['ساعة زيلمورا ووتش إس الذكية 44 ملم', '44 ملم'],
    ['شاحن أمبريفا كيوب GaN بقدرة 67 واط', 'بقدرة 67 واط'],
    ['كابل USB-C أمبريفا بريد بطول مترين', 'بطول مترين'],
    ['راوتر أورفان ميش واي فاي 7 (قطعتان)', '(قطعتان)'],
    ['غطاء زيلمورا الناعم، قطعتان', 'قطعتان'],
  ])('%s', (name, tail) => {
    const parts = splitName(name)
    expect(parts.tail).toBe(tail)
    expect(`${parts.head}${parts.separator}${parts.tail}`).toBe(name)
    expect(parts.head).not.toMatch(/[,،\s]$/)
  })

  test.each([
    'Sonveil Studio 700 Headphones',
    'Terruk Fit Band 3',
    'Visqor Vista 55 4K TV',
    '256 GB',
    'سوار تيروك فيت باند 3 الرياضي',
    'A case, made for anyone who drops a phone every day',
    '',
  ])('has none: %s', (name) => {
    expect(splitName(name)).toEqual({ head: name, separator: '', tail: null })
  })
})
