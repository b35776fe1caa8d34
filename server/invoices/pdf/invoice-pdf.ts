/** Renders an invoice as a PDF with as many A4 pages as it needs, in one of the shop's languages. */

import { invoiceWord, signOf } from '#contract/invoice-kinds.ts'
import type { InSecondCurrency, Invoice } from '#contract/invoices.ts'
import { type Locale, languageOf } from '#contract/locale.ts'
import { longDate } from '#contract/long-date.ts'
import { formatMoney } from '#contract/money.ts'
import { secondFormat, secondRate } from '#contract/second-currency.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { translate } from '../../platform/words/translate.ts'
import { inOwnDirection, isolated } from './bidi-text.ts'
import { createSheet, type Sheet } from './sheet.ts'

const SMALL = 9.5
const NORMAL = 10.5

/** The columns after the product, as shares of the table's width. */
const SHARES = { quantity: 0.14, price: 0.16, discount: 0.15, amount: 0.17 }

export async function writeInvoicePdf(invoice: Invoice, locale: Locale): Promise<Buffer> {
  const say = (sentence: Sentence) => translate(locale, sentence)
  const title = say(invoiceWord(invoice))
  const direction = languageOf(locale).dir
  const sheet = await createSheet({
    direction,
    title: `${title} ${invoice.number}`,
    language: locale,
    createdAt: new Date(invoice.at),
  })
  writeHead(sheet, invoice, { title, say, locale })
  writeParties(sheet, invoice, { say, locale })
  writeLines(sheet, invoice, { say, locale })
  writeSums(sheet, invoice, { say, locale })
  if (sheet.lacksGlyphs) {
    sheet.space(18)
    sheet.write(say('invoice.lacksGlyphs'), { size: SMALL })
  }
  return sheet.end((page, pages) => say({ id: 'invoice.page', values: { page, pages } }))
}

interface Words {
  say: (sentence: Sentence) => string
  locale: Locale
}

function writeHead(sheet: Sheet, invoice: Invoice, words: Words & { title: string }): void {
  const { title, say, locale } = words
  sheet.head(invoice.shop, title, isolated(invoice.number))
  const date = longDate(new Date(invoice.at), locale, invoice.timeZone)
  const second = invoice.corrects
    ? [say('invoice.corrects'), isolated(invoice.corrects)]
    : [
        say('invoice.payment'),
        say(invoice.isTest ? 'invoice.test' : { id: 'invoice.paidOn', values: { date } }),
      ]
  const marked = !invoice.corrects
  sheet.columns([say('invoice.date'), date], second, { size: NORMAL }, { marked, bold: marked })
  if (invoice.reason) {
    sheet.space(8)
    sheet.columns([say('invoice.reason'), inOwnDirection(invoice.reason)], [], { size: NORMAL })
  }
  sheet.space(20)
}

function writeParties(sheet: Sheet, { seller, buyer }: Invoice, { say, locale }: Words): void {
  const isArabic = locale === 'ar'
  const number = seller.tax_number
  const taxNumber = number ? [`${say('invoice.taxNumber')}: ${isolated(number)}`] : []
  const place = isArabic ? buyer.address_ar : buyer.address
  sheet.columns(
    [
      say('invoice.seller'),
      ...[isArabic ? seller.name_ar : seller.name].map(inOwnDirection),
      ...(isArabic ? seller.address_ar : seller.address).map(inOwnDirection),
      ...taxNumber,
    ],
    [
      say('invoice.buyer'),
      // The first line of an address is the name.
      ...(place.length > 0 ? place : [buyer.name]).map(inOwnDirection),
      isolated(buyer.email),
    ],
    { size: NORMAL },
  )
  sheet.space(28)
}

function writeLines(sheet: Sheet, invoice: Invoice, { say, locale }: Words): void {
  const { lines } = invoice
  const sign = signOf(invoice)
  if (lines.length === 0) return
  const amount = amountsIn(locale)
  const others = Object.entries(SHARES) as Array<[keyof typeof SHARES, number]>
  const columns = [
    { title: say('invoice.product') },
    ...others.map(([name, share]) => ({ title: say(`invoice.${name}`), share })),
  ]
  const rows = lines.map((line) => {
    const { refundedBefore } = line
    const notes = [
      say({ id: 'invoice.order', values: { id: line.order } }),
      ...(line.quantity === 0 ? [say('invoice.amountAlone')] : []),
      ...(refundedBefore > 0
        ? [say({ id: 'invoice.refundedBefore', values: { amount: amount(refundedBefore) } })]
        : []),
    ]
    const name = inOwnDirection(locale === 'ar' ? line.name_ar : line.name)
    return [
      [name, ...notes].join('\n'),
      ...(line.quantity === 0 ? ['', ''] : [String(line.quantity), amount(line.price, sign)]),
      line.discount === 0 ? '' : amount(line.discount, sign ? '' : '−'),
      amount(line.total, sign),
    ]
  })
  sheet.table(columns, rows, { size: SMALL })
  sheet.space(12)
}

function writeSums(sheet: Sheet, invoice: Invoice, { say, locale }: Words): void {
  const { delivery, net, tax, total, second_currency: second } = invoice
  const amount = amountsIn(locale)
  const sign = signOf(invoice)
  if (delivery > 0) sheet.sum(say('invoice.delivery'), amount(delivery, sign), { size: NORMAL })
  sheet.sum(say('invoice.total'), amount(total, sign), { size: 14, bold: true })
  if (tax) {
    const values = {
      name: locale === 'ar' ? tax.name_ar : tax.name,
      percent: String(tax.percent),
    }
    sheet.sum(say('invoice.net'), amount(net, sign), { size: SMALL })
    sheet.sum(say({ id: 'invoice.tax', values }), amount(tax.amount, sign), { size: SMALL })
    if (second) writeSecond(sheet, second, { say, locale, sign, taxName: values.name })
  }
}

function writeSecond(
  sheet: Sheet,
  second: InSecondCurrency,
  { say, locale, sign, taxName }: Words & { sign: string; taxName: string },
): void {
  const { currency } = second
  const { format } = secondFormat(second)
  const amount = amountsIn(locale, format)
  const date = longDate(new Date(second.date), locale, 'UTC')
  const sums = [
    [{ id: 'invoice.secondTax', values: { name: taxName, currency } }, amount(second.tax, sign)],
    [{ id: 'invoice.secondTotal', values: { currency } }, amount(second.total, sign)],
    [{ id: 'invoice.rate', values: { date } }, isolated(secondRate(second))],
  ] as const
  sheet.space(6)
  for (const [name, value] of sums) sheet.sum(say(name), value, { size: SMALL })
}

function amountsIn(
  locale: Locale,
  format = (amount: number) => formatMoney(amount, locale),
): (amount: number, sign?: string) => string {
  return (amount, sign = '') => isolated(`${amount === 0 ? '' : sign}${format(amount)}`)
}
