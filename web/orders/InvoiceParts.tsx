import type { UseQueryResult } from '@tanstack/react-query'
import type { Invoice } from '#contract/invoices.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import Download from '#web/ui/icons/download.svg?icon'
import Printer from '#web/ui/icons/printer.svg?icon'
import SearchX from '#web/ui/icons/search-x.svg?icon'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { InvoicePdfButton } from './InvoicePdfButton.tsx'
import { InvoiceSheet } from './InvoiceSheet.tsx'

export function InvoiceActions({ invoice, pdf }: { invoice: Invoice; pdf: `/api/${string}` }) {
  const t = useT()
  return (
    <>
      <Button variant="outline" onClick={() => window.print()}>
        <Printer size={18} aria-hidden />
        {t('order.print')}
      </Button>
      <InvoicePdfButton invoice={invoice} path={pdf}>
        <Download size={18} aria-hidden />
      </InvoicePdfButton>
    </>
  )
}

export function LoadedInvoice({ query }: { query: UseQueryResult<Invoice> }) {
  const t = useT()
  return (
    <>
      <LoadState
        query={query}
        skeleton={<Skeleton block={480} radius={14} />}
        refused={<EmptyState icon={<SearchX />} title={t('order.invoiceMissing')} />}
      />
      {query.data && <InvoiceSheet invoice={query.data} />}
    </>
  )
}
