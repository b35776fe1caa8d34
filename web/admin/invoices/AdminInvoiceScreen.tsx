import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import SearchX from 'lucide-react/icons/search-x'
import { useParams } from 'react-router'
import { useT } from '#web/i18n/useI18n.ts'
import { Breadcrumb } from '#web/navigation/Breadcrumb.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { adminPaths } from '#web/navigation/paths.ts'
import { InvoicePdfButton } from '#web/orders/InvoicePdfButton.tsx'
import { InvoiceSheet, invoiceHeading } from '#web/orders/InvoiceSheet.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
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
        invoice && (
          <>
            <Button variant="outline" onClick={() => window.print()}>
              <Printer size={18} aria-hidden />
              {t('order.print')}
            </Button>
            <InvoicePdfButton invoice={invoice} path={`/api/admin/invoices/${id}/pdf`}>
              <Download size={18} aria-hidden />
            </InvoicePdfButton>
          </>
        )
      }
    >
      <LoadState
        query={query}
        skeleton={<Skeleton block={480} radius={14} />}
        refused={<EmptyState icon={<SearchX />} title={t('order.invoiceMissing')} />}
      />
      {invoice && <InvoiceSheet invoice={invoice} />}
    </AdminPage>
  )
}
