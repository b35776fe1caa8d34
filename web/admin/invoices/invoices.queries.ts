import { fetchFile } from '#web/api/fetch-file.ts'
import { load } from '#web/api/load.ts'
import { keptSettings } from '../parts/kept-settings.ts'
import { withStepUp } from '../parts/step-up.ts'

export const tax = keptSettings('/api/admin/tax')

/** Fetches a period's invoices and credit notes as CSV, or all of them if the period is empty. */
export function fetchInvoices(period: Record<string, string> = {}): Promise<Blob> {
  const query = new URLSearchParams(period)
  return withStepUp(() => fetchFile(`/api/admin/invoices/export?${query}`))
}

/** The invoices and credit notes for an order's purchase, newest first. */
export function orderInvoicesQuery(order: number) {
  const key = ['admin', 'orders', 'invoices', order]
  return {
    ...load(key, 'GET /api/admin/invoices', { query: { order } }, 'invoices'),
    staleTime: 0,
  }
}

export function adminInvoiceQuery(id: number) {
  const key = ['admin', 'invoice', id]
  return load(key, 'GET /api/admin/invoices/{id}', { params: { id } }, 'data')
}
