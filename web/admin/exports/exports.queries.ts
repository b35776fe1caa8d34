import {
  EXPORTED_TABLES,
  type ExportedTable,
  PRODUCTS_TABLE,
} from '#contract/admin/catalog-tables.ts'
import type { Locale } from '#contract/locale.ts'
import { fetchFile } from '#web/api/fetch-file.ts'
import { fetchInvoices } from '../invoices/invoices.queries.ts'
import { withStepUp } from '../parts/step-up.ts'
import { fetchExport } from '../products/import.queries.ts'

/** The tables that staff can download, in display order. */
export const DOWNLOADS = [...EXPORTED_TABLES, 'invoices', 'products'] as const
export type Download = (typeof DOWNLOADS)[number]

interface Wanted {
  /** The start and end of the period as query parameters; see `momentsOf`. */
  period: Record<string, string>
  locale: Locale
}

export function fetchTable(name: Download, { period, locale }: Wanted): Promise<Blob> {
  if (name === 'products') return fetchExport(PRODUCTS_TABLE)
  if (name === 'invoices') return fetchInvoices(period)
  const table: ExportedTable = name
  const query = new URLSearchParams({ ...period, lang: locale })
  return withStepUp(() => fetchFile(`/api/admin/exports/${table}?${query}`))
}
