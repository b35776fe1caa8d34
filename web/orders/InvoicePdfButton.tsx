import type { ReactNode } from 'react'
import type { InvoiceHead } from '#contract/invoices.ts'
import { fetchFile } from '#web/api/fetch-file.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { saveAs } from '#web/ui/save-as.ts'

interface InvoicePdfButtonProps {
  invoice: InvoiceHead
  path: `/api/${string}`
  children: ReactNode
}

export function InvoicePdfButton({ invoice, path, children }: InvoicePdfButtonProps) {
  const t = useT()
  const locale = useLocale()
  const [save, saving] = useAction(async () => {
    saveAs(`${invoice.number}.pdf`, await fetchFile(`${path}?lang=${locale}`))
  }, 'order.invoiceFailed')
  return (
    <Button
      variant="outline"
      busy={saving}
      onClick={save}
      aria-label={t('order.invoicePdf', { number: invoice.number })}
    >
      {!saving && children}
      PDF
    </Button>
  )
}
