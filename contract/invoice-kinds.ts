/** Invoices and credit notes, without schemas, for the page. */

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const
type InvoiceKind = (typeof INVOICE_KINDS)[number]

interface Titled {
  kind: InvoiceKind
  tax: object | null
  seller: { tax_number: string | null }
}

/** A credit note takes its amounts off: the sign before each of them. */
export const signOf = ({ kind }: { kind: InvoiceKind }): '−' | '' =>
  kind === 'credit_note' ? '−' : ''

type InvoiceHeading = `invoice.${'title' | 'creditNote'}${'' | 'OfTax'}`

/** The word for its heading: a registered seller's says that it states the tax, as the law of many countries asks. */
export function invoiceWord({ kind, tax, seller }: Titled): InvoiceHeading {
  const name = kind === 'invoice' ? 'title' : 'creditNote'
  return `invoice.${name}${tax && seller.tax_number ? 'OfTax' : ''}`
}
