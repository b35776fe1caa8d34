/** Renders invoices in a worker thread; see pdfs.ts. */
import type { Invoice } from '#contract/invoices.ts'
import type { Locale } from '#contract/locale.ts'
import { type Currency, setCurrency } from '#contract/money.ts'
import { writeInvoicePdf } from './invoice-pdf.ts'

export interface DrawRequest {
  invoice: Invoice
  locale: Locale
  currency: Currency
}

export default ({ invoice, locale, currency }: DrawRequest): Promise<Buffer> => {
  // The worker thread has its own copy of the module that stores the currency.
  setCurrency(currency)
  return writeInvoicePdf(invoice, locale)
}
