/** Invoices as customers and staff see them; the database writes them (migration 0027). */
import type { AdminInvoice, InvoicesQuery } from '#contract/admin.ts'
import { DEFAULT_NAMES } from '#contract/brand.ts'
import { countryCode } from '#contract/countries.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { Locale } from '#contract/locale.ts'
import { fromCents } from '#contract/money.ts'
import { countryName, toDeliveryAddress } from '../addresses/address-text.ts'
import { csvHead, csvLine } from '../platform/csv.ts'
import type { Database } from '../platform/db/database.ts'
import { inBatches } from '../platform/db/in-batches.ts'
import type { StoredInvoice } from '../platform/db/tables.ts'
import type { Caller } from '../platform/http/api.ts'
import { orNotFound } from '../platform/http/shop-error.ts'
import { numberOf } from './invoice-number.ts'
import * as store from './invoices.store.ts'
import { type Asker, createPdfs, type Pdf } from './pdf/pdfs.ts'
import { inSecondCurrency } from './second-currency.ts'

export type Invoices = ReturnType<typeof createInvoices>

/** The number of invoices per slice of a customer's export; each invoice may have a hundred lines. */
const SLICE = 5

export const invoicesOfPurchase = store.findOfPurchase

const COLUMNS = [
  'number',
  'kind',
  'issued_at',
  'total',
  'tax',
  'order',
  'customer',
  'second_currency',
  'rate',
  'rate_date',
  'tax_in_second',
  'total_in_second',
]

export function createInvoices(db: Database) {
  const pdfs = createPdfs()

  async function find(id: number, userId: number | null): Promise<Invoice> {
    return toInvoice(orNotFound(await store.findInvoice(db.run, id, userId)))
  }

  return {
    /** @param userId the customer who must own the invoice; null for staff. @throws ShopError `not_found`. */
    find,

    /**
     * @param userId see `find`.
     * @throws ShopError `not_found`, `too_many`; SemaphoreTimeout if too many PDFs are waiting, or this PDF waits too
     * long; AbortError if rendering takes too long.
     */
    pdf: async (id: number, userId: number | null, locale: Locale, asker: Asker): Promise<Pdf> =>
      pdfs.of(await find(id, userId), locale, asker),

    close: pdfs.close,

    /** All invoices and credit notes of the customer, oldest first, a few at a time. */
    slices({ id }: Caller): AsyncGenerator<Invoice[]> {
      const read = async (afterId: number, limit: number) =>
        (await store.findInvoicesOf(db.run, id, afterId, limit)).map(toInvoice)
      return inBatches(read, SLICE)
    },

    list: (query: InvoicesQuery) => store.findInvoices(db.run, query),

    async *export(period: Pick<InvoicesQuery, 'from' | 'to'>): AsyncGenerator<string> {
      yield csvHead(COLUMNS)
      const batches = inBatches((...from) => store.findForExport(db.run, period, ...from))
      for await (const batch of batches) yield batch.map(toLine).join('')
    },
  }
}

function toLine(invoice: AdminInvoice): string {
  const { number, kind, at, total, tax, order, customer, second_currency: second } = invoice
  // Credit notes are negative, so that the columns can be added up.
  const sign = kind === 'invoice' ? 1 : -1
  return csvLine([
    number,
    kind,
    at,
    sign * total,
    sign * tax,
    order,
    customer.username,
    ...(second
      ? [second.currency, second.rate, second.date, sign * second.tax, sign * second.total]
      : ['', '', '', '', '']),
  ])
}

function toInvoice(row: store.InvoiceRow): Invoice {
  const { body, tax_cents: taxCents, corrects, reason } = row
  const { seller, buyer, tax } = body
  const address = buyer.address && toDeliveryAddress(buyer.address)
  return {
    ...store.toHead(row),
    purchaseId: row.purchase_id,
    reason,
    corrects: corrects && numberOf(corrects),
    isTest: row.series === 'test',
    timeZone: body.time_zone ?? 'UTC',
    shop: body.shop ?? DEFAULT_NAMES,
    seller: {
      name: seller.name,
      name_ar: seller.name_ar,
      address: addressOf(seller, 'en'),
      address_ar: addressOf(seller, 'ar'),
      tax_number: seller.tax_number,
    },
    buyer: {
      name: buyer.name,
      email: buyer.email,
      address: address?.formatted ?? [],
      address_ar: address?.formatted_ar ?? [],
    },
    lines: body.lines.map((line) => ({
      order: line.order_id,
      name: line.name,
      name_ar: line.name_ar,
      quantity: line.quantity,
      price: fromCents(line.price_cents),
      discount: fromCents(line.discount_cents),
      refundedBefore: fromCents(line.refunded_before_cents ?? 0),
      total: fromCents(line.cents),
    })),
    delivery: fromCents(body.delivery_cents),
    net: fromCents(row.total_cents - taxCents),
    tax: tax && {
      name: tax.name,
      name_ar: tax.name_ar,
      percent: tax.basis_points / 100,
      amount: fromCents(taxCents),
    },
    second_currency: inSecondCurrency(body.second_currency ?? null),
  }
}

/** The lines of the seller's address, plus the country unless the last line ends with it. */
function addressOf(seller: StoredInvoice['seller'], language: 'en' | 'ar'): string[] {
  const text = language === 'ar' ? seller.address_ar : seller.address
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const last = lines.at(-1)?.split(/[,،]/).at(-1)
  const { country } = seller
  if (!country || last === undefined || countryCode(last) === country) return lines
  return [...lines, countryName(country, language)]
}
