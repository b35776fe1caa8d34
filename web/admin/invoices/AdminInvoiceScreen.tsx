import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useT } from '#web/i18n/useI18n.ts'
import { InvoiceActions, LoadedInvoice } from '#web/orders/InvoiceParts.tsx'
import { invoiceHeading } from '#web/orders/invoice-title.ts'
import { AdminPage } from '../parts/AdminPage.tsx'
import { adminInvoiceQuery } from './invoices.queries.ts'

export default function AdminInvoiceScreen() {
  const t = useT()
  const id = Number(useParams().id)
  const query = useQuery(adminInvoiceQuery(id))
  const { data: invoice } = query
  return (
    <AdminPage
      title={invoice ? invoiceHeading(invoice, t) : t('invoice.title')}
      list="invoices"
      actions={
        invoice && <InvoiceActions invoice={invoice} pdf={`/api/admin/invoices/${id}/pdf`} />
      }
    >
      <LoadedInvoice query={query} />
    </AdminPage>
  )
}
