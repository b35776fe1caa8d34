import { queryOptions, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import SearchX from 'lucide-react/icons/search-x'
import type { getInvoice } from '#contract/invoices.ts'
import { request } from '#web/api/request.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Breadcrumb } from '#web/navigation/Breadcrumb.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { InvoicePdfButton } from './InvoicePdfButton.tsx'
import { InvoiceSheet, invoiceHeading } from './InvoiceSheet.tsx'

function invoiceQuery(id: number) {
  return queryOptions({
    queryKey: ['invoice', id],
    queryFn: async ({ signal }) => {
      const parts = { params: { id: String(id) }, signal }
      return (await request<typeof getInvoice>('GET /api/user/invoices/{id}', parts)).data
    },
  })
}

/** An invoice or a credit note of the user's, to read, print or save. */
export default function InvoiceScreen({ orderId, id }: { orderId: number; id: number }) {
  const t = useT()
  const query = useQuery(invoiceQuery(id))
  const { data: invoice } = query
  const title = invoice ? invoiceHeading(invoice, t) : t('invoice.title')
  return (
    <Screen
      title={title}
      above={
        <Breadcrumb
          way={[
            { to: paths.orders, name: t('cart.orders') },
            { to: paths.order(orderId), name: t('order.title', { id: orderId }) },
          ]}
          here={title}
        />
      }
      actions={
        invoice && (
          <>
            <Button variant="outline" onClick={() => window.print()}>
              <Printer size={18} aria-hidden />
              {t('order.print')}
            </Button>
            <InvoicePdfButton invoice={invoice} path={`/api/user/invoices/${id}/pdf`}>
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
    </Screen>
  )
}
