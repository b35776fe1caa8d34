import { useQuery } from '@tanstack/react-query'
import { useReducer } from 'react'
import type { CashSettings } from '#contract/admin/cash.ts'
import type { Versioned } from '#contract/admin/shared.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { AmountField } from '../parts/AmountField.tsx'
import { SettingsForm } from '../parts/SettingsForm.tsx'
import styles from './DeliveryScreen.module.css'
import { cashQuery, saveCash } from './delivery.queries.ts'

/** Whether customers can pay in cash on delivery, and up to which total. */
export function CashPanel() {
  const t = useT()
  const query = useQuery(cashQuery)
  const [round, reopen] = useReducer((count: number) => count + 1, 0)
  return (
    <Panel title={t('admin.cashTitle')}>
      <LoadState query={query} skeleton={<Skeleton block={180} radius={8} />} />
      {query.data && <CashForm key={round} settings={query.data} onReopen={reopen} />}
    </Panel>
  )
}

interface CashFormProps {
  settings: Versioned<CashSettings>
  onReopen: () => void
}

function CashForm({ settings, onReopen }: CashFormProps) {
  const t = useT()
  return (
    <SettingsForm
      className={styles.cash}
      about="cash"
      stored={settings}
      read={({ isOn, number }): CashSettings => ({
        is_offered: isOn('offered'),
        max_total: number('max'),
      })}
      save={saveCash}
      reload={() => queryClient.fetchQuery({ ...cashQuery, staleTime: 0 })}
      onReopen={onReopen}
      saved={t('admin.cashSaved')}
    >
      <p className="quiet">{t('admin.cashText')}</p>
      <Switch label={t('admin.cashOffered')} name="offered" defaultChecked={settings.is_offered} />
      <AmountField
        label={t('admin.cashMax')}
        name="max"
        defaultValue={settings.max_total ?? ''}
        hint={t('admin.cashMaxHint')}
      />
    </SettingsForm>
  )
}
