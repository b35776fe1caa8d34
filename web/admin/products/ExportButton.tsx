import { PRODUCTS_TABLE } from '#contract/admin/catalog-tables.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import Download from '#web/ui/icons/download.tsx'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toasts.ts'
import { failureText } from '../parts/failure-text.ts'
import { type EXPORTS, fetchExport } from './import.queries.ts'

interface ExportButtonProps {
  name: keyof typeof EXPORTS
}

/** Downloads a file that can be imported again. */
export function ExportButton({ name }: ExportButtonProps) {
  const t = useT()
  const [save, saving] = useAction(async () => {
    try {
      saveAs(name, await fetchExport(name))
    } catch (error) {
      console.warn(error)
      showToast(t(failureText(error)), 'error')
    }
  })
  return (
    <Button variant="outline" busy={saving} onClick={save}>
      <Download size={18} aria-hidden />
      {t(name === PRODUCTS_TABLE ? 'admin.export' : 'admin.exportCatalog')}
    </Button>
  )
}
