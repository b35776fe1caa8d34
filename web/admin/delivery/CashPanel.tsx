import { useQuery } from '@tanstack/react-query'
import type { CashSettings } from '#contract/admin/cash.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { Notice } from '../parts/Notice.tsx'
import { useSettingsForm } from '../parts/useSettingsForm.ts'
import styles from './DeliveryScreen.module.css'
import { cashQuery, saveCash } from './delivery.queries.ts'

/** Whether customers can pay in cash on delivery, and up to which total. */
export function CashPanel() {
  const t = useT()
  const query = useQuery(cashQuery)
  return (
    <Panel title={t('admin.cashTitle')}>
      <LoadState query={query} skeleton={<Skeleton block={180} radius={8} />} />
      {query.data && <CashForm settings={query.data} />}
    </Panel>
  )
}

function CashForm({ settings }: { settings: CashSettings }) {
  const t = useT()
  const { failure, saving, onSubmit } = useSettingsForm((data) => {
    const max = String(data.get('max')).trim()
    return saveCash({
      is_offered: data.has('offered'),
      max_total: max === '' ? null : Number(max),
    })
  }, t('admin.cashSaved'))
  return (
    <form className={styles.cash} onSubmit={onSubmit}>
      <p className={styles.quiet}>{t('admin.cashText')}</p>
      <Switch label={t('admin.cashOffered')} name="offered" defaultChecked={settings.is_offered} />
      <Field
        label={t('admin.cashMax')}
        name="max"
        type="number"
        min={0.01}
        step={0.01}
        dir="ltr"
        defaultValue={settings.max_total ?? ''}
        hint={t('admin.cashMaxHint')}
      />
      {failure && <Notice bad>{failure}</Notice>}
      <Button type="submit" className={styles.save} busy={saving}>
        {t('admin.save')}
      </Button>
    </form>
  )
}
