import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CashSettings } from '#contract/admin/cash.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { Panel } from '../parts/AdminPage.tsx'
import { failureText } from '../parts/failure-text.ts'
import { Notice } from '../parts/Notice.tsx'
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
  const [failure, setFailure] = useState<string>()
  const [save, saving] = useAction(async (data: FormData) => {
    setFailure(undefined)
    const max = String(data.get('max')).trim()
    try {
      await saveCash({
        is_offered: data.has('offered'),
        max_total: max === '' ? null : Number(max),
      })
      showToast(t('admin.cashSaved'), 'success')
    } catch (error) {
      console.warn(error)
      const fields = error instanceof ApiError ? Object.values(error.fields)[0] : undefined
      setFailure(fields?.[0] ?? t(failureText(error, 'admin.notSaved')))
    }
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save(new FormData(event.currentTarget))
  }
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
