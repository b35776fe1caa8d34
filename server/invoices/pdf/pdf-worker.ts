/** Draws invoices in a worker thread: see pdfs.ts. */
import type { Invoice } from '#contract/invoices.ts'
import type { Locale } from '#contract/locale.ts'
import { writeInvoicePdf } from './invoice-pdf.ts'

export interface DrawRequest {
  invoice: Invoice
  locale: Locale
}

export default ({ invoice, locale }: DrawRequest): Promise<Buffer> =>
  writeInvoicePdf(invoice, locale)
