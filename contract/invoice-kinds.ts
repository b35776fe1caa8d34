/** Kinds of invoices: invoices and credit notes. Without schemas, for the page. */

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const
type InvoiceKind = (typeof INVOICE_KINDS)[number]

interface Titled {
  kind: InvoiceKind
  tax: object | null
  seller: { tax_number: string | null }
}

/** Amounts of a credit note are negative: the sign before each of them. */
export const signOf = ({ kind }: { kind: InvoiceKind }): '−' | '' =>
  kind === 'credit_note' ? '−' : ''

type InvoiceHeading = `invoice.${'title' | 'creditNote'}${'' | 'OfTax'}`

/** The heading of the document: a registered seller's is a "Tax invoice", as many countries require. */
export function invoiceWord({ kind, tax, seller }: Titled): InvoiceHeading {
  const name = kind === 'invoice' ? 'title' : 'creditNote'
  return `invoice.${name}${tax && seller.tax_number ? 'OfTax' : ''}`
}
