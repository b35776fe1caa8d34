import { invoiceWord, signOf } from '#contract/invoice-kinds.ts'
import type { Invoice, InvoiceHead } from '#contract/invoices.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { leftToRight } from '#web/i18n/left-to-right.ts'
import type { useT } from '#web/i18n/useI18n.ts'

type Translate = ReturnType<typeof useT>

export function invoiceTitle({ kind }: Pick<InvoiceHead, 'kind'>, t: Translate): string {
  return t(kind === 'invoice' ? 'invoice.title' : 'invoice.creditNote')
}

/** An amount on an invoice, by default in the shop's currency; negative on a credit note. */
export function invoiceAmount(
  invoice: Pick<InvoiceHead, 'kind'>,
  amount: number,
  format = formatPrice,
): string {
  return `${amount > 0 ? signOf(invoice) : ''}${format(amount)}`
}

/** The title and number for a heading. In Arabic, the parts of the number stay in order and on one line. */
export function invoiceHeading(invoice: Invoice, t: Translate): string {
  return `${t(invoiceWord(invoice))} ${leftToRight(invoice.number.replaceAll('-', '-\u2060'))}`
}
