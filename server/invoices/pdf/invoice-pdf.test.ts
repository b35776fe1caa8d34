/** The text that a viewer would copy from an invoice's PDF, decoded with the PDF's fonts. */
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { DEFAULT_NAMES } from '#contract/brand.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { Locale } from '#contract/locale.ts'
import { isUnavailable } from '../../platform/unavailable.ts'
import { writeInvoicePdf } from './invoice-pdf.ts'
import { createPdfs } from './pdfs.ts'

const BOXES = /^▯/m

/** Words that must be copied from the PDF exactly as they are here. */
const LATIN = [
  '14 Al Wasl Road',
  'Nguyễn Thị Ánh Đường Dubai',
  'Nguyễn Thị fifth i'.normalize('NFD'),
  'Ðorðe Đorđe soft\u00adhyphen-a',
  'Жанна Ёлкина Ωμέγα Αθήνα \u2126',
  'नमस्ते',
]
const ARABIC = ['شارع الملك', 'هاتف 256 GB Thị أسود', 'لا إله']
const wordsOf = (lines: readonly string[]) => lines.join(' ').normalize().split(' ')

describe('the text of a PDF', () => {
  it.for(['en', 'ar'] as const)('is what was written, in %s', async (locale) => {
    const text = await textOf([...LATIN, ...ARABIC], locale)

    for (const word of wordsOf(LATIN)) expect(text).toContain(word.replace('\u00ad', ''))
    // Arabic text is in the page's order, from left to right; only a ligature keeps its reading order.
    for (const word of wordsOf(ARABIC)) {
      const isArabic = /\p{Script=Arabic}/u.test(word)
      expect(text).toContain(isArabic ? [...word].reverse().join('').replace('ال', 'لا') : word)
    }
    expect(text).toContain('mail@mail.example')
    expect(text).toMatch(locale === 'en' ? 'Paid on November 28, 2026' : 'عفدلا')
    expect(text).not.toMatch(BOXES)
  })

  it.for(['en', 'ar'] as const)(
    'has what no typeface has, and says what is drawn, in %s',
    async (locale) => {
      const text = await textOf(['東京 Tokyo', 'גינה', '😀 Mai'], locale)
      for (const word of ['東京', 'Tokyo', '😀', 'Mai', ...'גינה']) expect(text).toContain(word)
      expect(text).toMatch(BOXES)
    },
  )
})

it.for([
  [
    'en',
    'Tax credit note',
    '−$32.00',
    '−$25.00',
    '−$5.50',
    'Scratched',
    'VAT in AED',
    'Total in AED',
    '−AED\u00a03.67',
    '−AED\u00a077.12',
    'November 27, 2026',
  ],
  [
    'ar',
    'نئاد',
    '−$32.00',
    '−$25.00',
    '−$5.50',
    'Scratched',
    '−AED\u00a03.67',
    '−AED\u00a077.12',
    '27',
  ],
] as const)(
  'a credit note takes off, and states tax and total in a second currency, in %s',
  async ([locale, ...words]) => {
    const text = await textOf([], locale, {
      kind: 'credit_note',
      reason: 'Scratched',
      seller: { name: 'Barq', name_ar: 'برق', address: [], address_ar: [], tax_number: '100' },
      lines: [
        {
          order: 1,
          name: 'Case',
          name_ar: 'غطاء',
          quantity: 1,
          price: 32,
          discount: 4,
          refundedBefore: 3,
          total: 25,
        },
      ],
      delivery: 5.5,
      tax: { name: 'VAT', name_ar: 'ضريبة', percent: 5, amount: 1 },
      second_currency: {
        currency: 'AED',
        digits: 2,
        rate: 3.6725,
        date: '2026-11-27',
        tax: 3.67,
        total: 77.12,
      },
    })
    for (const word of [...words, '1 USD = 3.6725 AED']) expect(text).toContain(word)
    // The discount and the earlier refund reduce the refund, so neither has a minus sign.
    for (const word of ['−$4.00', '−$3.00']) expect(text).not.toContain(word)
  },
)

it('a PDF that takes too long to draw can be requested again later', async () => {
  const pdfs = createPdfs(1)
  try {
    const error = await pdfs
      .of(invoiceTo([]), 'en', { id: 1, address: '192.0.2.1' })
      .catch((error) => error)
    expect(isUnavailable(error)).toBe(true)
  } finally {
    await pdfs.close()
  }
})

/** The text in the PDF of an invoice to a buyer with this address, one line per drawn piece. */
async function textOf(
  address: readonly string[],
  locale: Locale,
  facts: Partial<Invoice> = {},
): Promise<string> {
  return textOfPdf(await writeInvoicePdf(invoiceTo(address, facts), locale))
}

function invoiceTo(address: readonly string[], facts: Partial<Invoice> = {}): Invoice {
  return {
    id: 1,
    kind: 'invoice',
    number: '2026-000001',
    purchaseId: 1,
    timeZone: 'UTC',
    shop: DEFAULT_NAMES,
    corrects: null,
    reason: null,
    isTest: false,
    at: '2026-11-28T10:00:00.000Z',
    seller: { name: 'Barq', name_ar: 'برق', address: [], address_ar: [], tax_number: '' },
    buyer: {
      name: '',
      email: 'mail@mail.example',
      address: [...address],
      address_ar: [...address],
    },
    lines: [],
    delivery: 0,
    net: 1,
    tax: null,
    total: 1,
    second_currency: null,
    ...facts,
  }
}

function textOfPdf(pdf: Buffer): string {
  const objects = new Map<string, string>()
  const source = pdf.toString('latin1')
  for (const [, id = '', body = ''] of source.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [dictionary = '', stream] = body.split(/\nstream\n|\nendstream/)
    const bytes = stream && Buffer.from(stream, 'latin1')
    const isText = bytes && /FlateDecode/.test(dictionary) && !/Length1/.test(dictionary)
    objects.set(id, `${dictionary}\n${isText ? inflateSync(bytes).toString('latin1') : ''}`)
  }
  const fonts = new Map<string, string[]>()
  for (const body of objects.values()) {
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+)/.exec(objects.get(id) ?? '')?.[1]
      if (map) fonts.set(name, textOfCodes(objects.get(map) ?? ''))
    }
  }
  const lines: string[] = []
  for (const body of objects.values()) {
    for (const [, name = '', array = ''] of body.matchAll(
      /\/(F\d+) [\d.]+ Tf\n(?:[^\n]* (?:Tm|Tr|Td|Tw|Tc)\n)*\[(.*?)\] TJ/g,
    )) {
      const codes = [...array.matchAll(/<([0-9a-f]+)>/g)].flatMap(
        ([, hex = '']) => hex.match(/.{4}/g) ?? [],
      )
      lines.push(codes.map((code) => fonts.get(name)?.[Number.parseInt(code, 16)] ?? '').join(''))
    }
  }
  return lines.join('\n')
}

function textOfCodes(map: string): string[] {
  const ranges = /beginbfrange\n(.*)\nendbfrange/s.exec(map)?.[1] ?? ''
  return [...ranges.matchAll(/\[(.*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([^>]*)>/g)].map(([, units = '']) =>
      String.fromCharCode(...units.split(' ').map((unit) => Number.parseInt(unit, 16))),
    ),
  )
}
