import { useQuery } from '@tanstack/react-query'
import { useT } from '#web/i18n/useI18n.ts'
import { AdminPage } from '../parts/AdminPage.tsx'
import { ApiTokens } from './ApiTokens.tsx'
import { apiTokensQuery, webhooks } from './integrations.queries.ts'
import { Webhooks } from './Webhooks.tsx'

export default function IntegrationsScreen() {
  const t = useT()
  return (
    <AdminPage
      title={t('admin.integrations')}
      queries={[useQuery(apiTokensQuery), useQuery(webhooks.query)]}
    >
      <ApiTokens />
      <Webhooks />
    </AdminPage>
  )
}
