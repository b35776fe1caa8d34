import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useT } from '#web/i18n/useI18n.ts'
import { Breadcrumb } from '#web/navigation/Breadcrumb.tsx'
import { adminPaths } from '#web/navigation/paths.ts'
import { InvoiceActions, LoadedInvoice } from '#web/orders/InvoiceParts.tsx'
import { invoiceHeading } from '#web/orders/invoice-title.ts'
import { AdminPage } from '../parts/AdminPage.tsx'
import { adminInvoiceQuery } from './invoices.queries.ts'

/** An invoice or a credit note of any customer. */
export default function AdminInvoiceScreen() {
  const t = useT()
  const id = Number(useParams().id)
  const query = useQuery(adminInvoiceQuery(id))
  const { data: invoice } = query
  const title = invoice ? invoiceHeading(invoice, t) : t('invoice.title')
  return (
    <AdminPage
      title={title}
      above={
        <Breadcrumb way={[{ to: adminPaths.invoices, name: t('admin.invoices') }]} here={title} />
      }
      actions={
        invoice && <InvoiceActions invoice={invoice} pdf={`/api/admin/invoices/${id}/pdf`} />
      }
    >
      <LoadedInvoice query={query} />
    </AdminPage>
  )
}
