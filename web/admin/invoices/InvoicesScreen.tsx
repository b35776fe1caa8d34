import type { AdminInvoice } from '#contract/admin/invoices.ts'
import { INVOICE_KINDS } from '#contract/invoice-kinds.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { InvoicePdfButton } from '#web/orders/InvoicePdfButton.tsx'
import { invoiceAmount, invoiceTitle } from '#web/orders/invoice-title.ts'
import Download from '#web/ui/icons/download.svg?icon'
import ReceiptText from '#web/ui/icons/receipt-text.svg?icon'
import { Amount } from '#web/ui/Price.tsx'
import { AdminPage } from '../parts/AdminPage.tsx'
import { CustomerLink } from '../parts/CustomerLink.tsx'
import type { Column } from '../parts/DataTable.tsx'
import { DownloadButton } from '../parts/DownloadButton.tsx'
import { Choice, FilterBar, SearchField } from '../parts/Filters.tsx'
import { NothingListed } from '../parts/NothingListed.tsx'
import { PagedTable } from '../parts/PagedList.tsx'
import { useShopTime } from '../parts/shop-time.ts'
import { oneOf, useFilters } from '../parts/useFilters.ts'
import { usePages } from '../parts/usePages.ts'
import { useMayRead } from '../useMayRead.ts'
import { fetchInvoices } from './invoices.queries.ts'

export default function InvoicesScreen() {
  const t = useT()
  const [filters, , fieldOf] = useFilters(['search', 'kind'])
  const mayExport = useMayRead()('exports')
  const kind = oneOf(INVOICE_KINDS, filters.kind)
  const pages = usePages('GET /api/admin/invoices', { filters: { search: filters.search, kind } })
  return (
    <AdminPage
      title={t('admin.invoices')}
      actions={
        mayExport && (
          <DownloadButton file="invoices.csv" load={() => fetchInvoices()}>
            {t('admin.exportInvoices')}
          </DownloadButton>
        )
      }
    >
      <FilterBar>
        <SearchField label={t('admin.searchInvoices')} {...fieldOf('search')} />
        <Choice
          label={t('admin.shown')}
          {...fieldOf('kind')}
          all={t('admin.stage.all')}
          options={INVOICE_KINDS.map((value) => ({ value, text: t(`admin.invoices.${value}`) }))}
        />
      </FilterBar>
      <PagedTable
        pages={pages}
        rows={pages.page?.invoices}
        caption={t('admin.invoices')}
        columns={useColumns()}
        empty={<NothingListed Icon={ReceiptText} filters={filters} none="admin.invoicesNone" />}
      />
    </AdminPage>
  )
}

function useColumns(): Column<AdminInvoice>[] {
  const t = useT()
  const dateTime = useShopTime()
  return [
    {
      head: t('invoice.number'),
      alone: true,
      cell: (invoice) => (
        <Link to={adminPaths.invoice(invoice.id)}>
          {invoiceTitle(invoice, t)} <bdi dir="ltr">{invoice.number}</bdi>
        </Link>
      ),
    },
    { head: t('invoice.date'), plain: true, cell: ({ at }) => dateTime(at) },
    {
      head: t('admin.order'),
      cell: ({ order }) => (
        <Link to={adminPaths.order(order)}>{t('order.number', { id: order })}</Link>
      ),
    },
    {
      head: t('admin.customer'),
      plain: true,
      cell: ({ customer }) => <CustomerLink customer={customer} />,
    },
    {
      head: t('invoice.total'),
      figures: true,
      corner: true,
      cell: (invoice) => <Amount>{invoiceAmount(invoice, invoice.total)}</Amount>,
    },
    {
      head: t('admin.tax'),
      figures: true,
      cell: (invoice) => <Amount>{invoiceAmount(invoice, invoice.tax)}</Amount>,
    },
    {
      head: t('admin.actions'),
      buttons: true,
      cell: (invoice) => (
        <InvoicePdfButton invoice={invoice} path={`/api/admin/invoices/${invoice.id}/pdf`}>
          <Download size={18} aria-hidden />
        </InvoicePdfButton>
      ),
    },
  ]
}
