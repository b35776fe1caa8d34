/** Invoices and credit notes: their signs and headings. Free of schemas, to keep them out of the browser bundle. */

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const
type InvoiceKind = (typeof INVOICE_KINDS)[number]

interface Titled {
  kind: InvoiceKind
  tax: object | null
  seller: { tax_number: string | null }
}

/** The sign to show before each amount: a credit note's amounts are negative. */
export const signOf = ({ kind }: { kind: InvoiceKind }): '−' | '' =>
  kind === 'credit_note' ? '−' : ''

type InvoiceHeading = `invoice.${'title' | 'creditNote'}${'' | 'OfTax'}`

/** The message id of the heading: many countries require "Tax invoice" if there is tax and a tax number. */
export function invoiceWord({ kind, tax, seller }: Titled): InvoiceHeading {
  const name = kind === 'invoice' ? 'title' : 'creditNote'
  return `invoice.${name}${tax && seller.tax_number ? 'OfTax' : ''}`
}
