import { useQuery } from '@tanstack/react-query'
import { load } from '#web/api/load.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Breadcrumb } from '#web/navigation/Breadcrumb.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { InvoiceActions, LoadedInvoice } from './InvoiceParts.tsx'
import { invoiceHeading } from './invoice-title.ts'

function invoiceQuery(id: number) {
  const parts = { params: { id } }
  return load(['invoice', id], 'GET /api/user/invoices/{id}', parts, 'data')
}

export default function InvoiceScreen({ orderId, id }: { orderId: number; id: number }) {
  const t = useT()
  const query = useQuery(invoiceQuery(id))
  const { data: invoice } = query
  const title = invoice ? invoiceHeading(invoice, t) : t('invoice.title')
  return (
    <Screen
      // Remounted once the invoice's number is known, so that the heading does not grow.
      key={invoice?.id}
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
        invoice ? (
          <InvoiceActions invoice={invoice} pdf={`/api/user/invoices/${id}/pdf`} />
        ) : (
          <Skeleton inline={200} block={44} radius={8} />
        )
      }
    >
      <LoadedInvoice query={query} />
    </Screen>
  )
}
