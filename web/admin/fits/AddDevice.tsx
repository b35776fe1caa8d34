import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { FitRow } from '#contract/fits.ts'
import { SEARCH_MAX } from '#contract/limits.ts'
import { request } from '#web/api/request.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import styles from './FitsScreen.module.css'

/** Finds a device by its name or SKU. */
export function AddDevice({ onAdd }: { onAdd(row: FitRow): void }) {
  const t = useT()
  const pick = useLocalized()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data } = useQuery({
    queryKey: ['admin', 'products', 'fits', search],
    queryFn: ({ signal }) =>
      request('GET /api/admin/products', { query: { search, limit: 10 }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const found = search === '' ? [] : data?.products.filter((one) => one.category !== 'Accessories')
  return (
    <>
      <Field
        label={t('admin.fitsSearch')}
        type="search"
        maxLength={SEARCH_MAX}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {found && found.length > 0 && (
        <ul>
          {found.map(({ id, name, name_ar }) => {
            const text = pick({ name, name_ar }, 'name')
            return (
              <li key={id} className={styles.row}>
                <span>{text}</span>
                <Button
                  variant="quiet"
                  aria-label={t('admin.fitsAddNamed', { name: text })}
                  onClick={() =>
                    onAdd({ device: { id, name, name_ar }, family: null, conditions: [] })
                  }
                >
                  {t('admin.fitsAdd')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {found?.length === 0 && search !== '' && (
        <p className={styles.quiet}>{t('admin.fitsNoDevice')}</p>
      )}
    </>
  )
}
