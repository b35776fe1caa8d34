import type { InvoiceHead } from '#contract/invoices.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import Download from '#web/ui/icons/download.svg?icon'
import { Amount } from '#web/ui/Price.tsx'
import { InvoicePdfButton } from './InvoicePdfButton.tsx'
import { invoiceAmount, invoiceTitle } from './invoice-title.ts'
import styles from './OrderInvoices.module.css'

interface OrderInvoicesProps {
  orderId: number
  invoices: readonly InvoiceHead[]
}

export function OrderInvoices({ orderId, invoices }: OrderInvoicesProps) {
  const t = useT()
  const dateTime = useDateTime()
  if (invoices.length === 0) return null
  return (
    <section className="panel" aria-labelledby="invoices">
      <h2 id="invoices" className={styles.title}>
        {t('order.invoices')}
      </h2>
      <ul className={styles.list}>
        {invoices.map((invoice) => (
          <li key={invoice.id} className={styles.one}>
            <div>
              <Link to={paths.invoice(orderId, invoice.id)}>
                {invoiceTitle(invoice, t)}{' '}
                <bdi dir="ltr" className={styles.number}>
                  {invoice.number}
                </bdi>
              </Link>
              <span className="quiet">{dateTime(invoice.at)}</span>
            </div>
            <Amount>{invoiceAmount(invoice, invoice.total)}</Amount>
            <InvoicePdfButton invoice={invoice} path={`/api/user/invoices/${invoice.id}/pdf`}>
              <Download size={18} aria-hidden />
            </InvoicePdfButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
