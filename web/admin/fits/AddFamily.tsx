import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FitRow } from '#contract/fits.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/Field.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import styles from './FitsScreen.module.css'
import { fitChoicesQuery } from './fits.queries.ts'

/** Adds a row for all models in a family, including ones created later. Hidden if the shop has no families. */
export function AddFamily({ onAdd }: { onAdd(row: FitRow): void }) {
  const t = useT()
  const pick = useLocalized()
  const families = useQuery(fitChoicesQuery).data?.families ?? []
  const [id, setId] = useState('')
  const family = families.find((one) => String(one.id) === id)
  if (families.length === 0) return null
  return (
    <Panel title={t('admin.fitsAddFamily')}>
      <div className={styles.line}>
        <Select
          label={t('admin.family')}
          value={id}
          onChange={({ target }) => setId(target.value)}
          none={t('address.choose')}
          options={families.map((one) => ({ value: one.id, text: pick(one, 'name') }))}
        />
        <Button
          variant="outline"
          disabled={!family}
          onClick={() => family && onAdd({ device: null, family, conditions: [] })}
        >
          {t('admin.add')}
        </Button>
      </div>
    </Panel>
  )
}
