import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import Download from '#web/ui/icons/download.tsx'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toasts.ts'
import { failureText } from '../parts/failure-text.ts'
import { exportProducts } from './import.queries.ts'

/** Downloads all products as a CSV file that can be imported again. */
export function ExportButton() {
  const t = useT()
  const [save, saving] = useAction(async () => {
    try {
      saveAs('products.csv', await exportProducts())
    } catch (error) {
      console.warn(error)
      showToast(t(failureText(error)), 'error')
    }
  })
  return (
    <Button variant="outline" busy={saving} onClick={save}>
      <Download size={18} aria-hidden />
      {t('admin.export')}
    </Button>
  )
}
