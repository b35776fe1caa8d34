import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import Download from '#web/ui/icons/download.svg?icon'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toasts.ts'
import { toastFailure } from './failure-notice.ts'
import { Panel } from './Panel.tsx'
import { fetchDataExport } from './profile.queries.ts'

const FILE = 'barq-data.json'

export function DataExportPanel() {
  const t = useT()
  const [download, downloading] = useAction(async () => {
    saveAs(FILE, await fetchDataExport())
    showToast(t('dataExport.done', { file: FILE }), 'success')
  }, toastFailure('dataExport.failed'))

  return (
    <Panel id="data" title={t('dataExport.title')} lead={t('dataExport.lead')}>
      <Button variant="outline" busy={downloading} onClick={download}>
        {!downloading && <Download size={18} aria-hidden />}
        {t('dataExport.download')}
      </Button>
    </Panel>
  )
}
