import { useT } from '#web/i18n/useI18n.ts'
import { AdminPage } from '../parts/AdminPage.tsx'
import { ApiTokens } from './ApiTokens.tsx'

/** What programs of the shop may do. */
export default function IntegrationsScreen() {
  const t = useT()
  return (
    <AdminPage title={t('admin.integrations')}>
      <ApiTokens />
    </AdminPage>
  )
}
