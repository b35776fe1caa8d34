import { PRODUCTS_TABLE } from '#contract/admin/catalog-tables.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { DownloadButton } from '../parts/DownloadButton.tsx'
import { type EXPORTS, fetchExport } from './import.queries.ts'

interface ExportButtonProps {
  name: keyof typeof EXPORTS
}

/** Downloads a file that can be imported again. */
export function ExportButton({ name }: ExportButtonProps) {
  const t = useT()
  return (
    <DownloadButton file={name} load={() => fetchExport(name)}>
      {t(name === PRODUCTS_TABLE ? 'admin.export' : 'admin.exportCatalog')}
    </DownloadButton>
  )
}
