import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { AdminFits } from '#contract/admin/fits.ts'
import type { FitRow } from '#contract/fits.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useFitText } from '#web/catalog/fits/useFitText.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import formStyles from '../parts/Form.module.css'
import { failureText } from '../parts/failure-text.ts'
import { Notice } from '../parts/Notice.tsx'
import { ProductSearch } from '../parts/ProductSearch.tsx'
import { UnsavedGuard } from '../parts/UnsavedGuard.tsx'
import { useMayWrite } from '../useMayWrite.ts'
import { AddFamily } from './AddFamily.tsx'
import { AddRule } from './AddRule.tsx'
import styles from './FitsScreen.module.css'
import { isEmpty, keyOf, toInput } from './fit-rows.ts'
import { adminFitsQuery, saveFits } from './fits.queries.ts'

export default function FitsScreen() {
  const t = useT()
  const pick = useLocalized()
  const id = Number(useParams().id)
  const query = useQuery(adminFitsQuery(id))
  const name = query.data ? pick(query.data.product, 'name') : ''
  return (
    <AdminPage
      title={name ? t('admin.fitsOf', { name }) : t('admin.fits')}
      list="products"
      here={name || t('admin.fits')}
    >
      <LoadState
        query={query}
        skeleton={<Skeleton block={320} radius={16} />}
        refused={<Notice>{t('admin.fitsAccessories')}</Notice>}
      />
      {query.data && (
        // Remounts the editor when a newer version is loaded.
        <FitsEditor
          key={query.data.version}
          fits={query.data}
          onReadAgain={async () => {
            await query.refetch()
          }}
        />
      )}
    </AdminPage>
  )
}

function FitsEditor({ fits, onReadAgain }: { fits: AdminFits; onReadAgain(): Promise<void> }) {
  const t = useT()
  const mayWrite = useMayWrite()
  const [rows, setRows] = useState<readonly FitRow[]>(fits.rows)
  const [fitsOnly, setFitsOnly] = useState(fits.fits_only)
  const [failure, setFailure] = useState<string>()
  const [isConflict, setConflict] = useState(false)
  const unsaved = useRef(0)
  useEffect(() => {
    unsaved.current = Number(rows !== fits.rows || fitsOnly !== fits.fits_only)
  })

  const [save, saving] = useAction(async () => {
    setFailure(undefined)
    setConflict(false)
    try {
      const form = { version: fits.version, fits_only: fitsOnly, rows: rows.map(toInput) }
      await saveFits(fits.product.id, form)
      showToast(t('admin.fitsSaved'), 'success')
    } catch (error) {
      console.warn(error)
      const isRefused = error instanceof ApiError && error.status === 422
      setConflict(error instanceof ApiError && error.status === 409)
      setFailure(isRefused ? error.message : failureText(error, 'admin.notSaved'))
    }
  })

  function add(row: FitRow) {
    const key = keyOf(row)
    if (!rows.some((one) => keyOf(one) === key)) setRows([...rows, row])
  }

  return (
    <>
      <UnsavedGuard unsaved={unsaved} />
      <Panel title={t('admin.fitsRows')}>
        <Rows rows={rows} onRemove={(row) => setRows(rows.filter((one) => one !== row))} />
        <Switch
          label={t('admin.fitsOnly')}
          checked={fitsOnly}
          disabled={!mayWrite}
          onChange={({ target }) => setFitsOnly(target.checked)}
        />
        <p className="quiet">{t('admin.fitsOnlyHint')}</p>
        {failure && (
          <Notice bad>
            {failure}
            {isConflict && (
              <Button variant="outline" onClick={onReadAgain}>
                {t('admin.fitsReload')}
              </Button>
            )}
          </Notice>
        )}
        {mayWrite && (
          <Button
            className={formStyles.save}
            busy={saving}
            disabled={rows.some(isEmpty)}
            onClick={save}
          >
            {t('admin.save')}
          </Button>
        )}
      </Panel>
      {mayWrite && (
        <>
          <Panel title={t('admin.fitsAddDevice')}>
            <ProductSearch
              without={rows.flatMap(({ device }) => (device ? [device.id] : []))}
              isPossible={({ category }) => category !== 'Accessories'}
              onChoose={({ id, name, name_ar }) =>
                add({ device: { id, name, name_ar }, family: null, conditions: [] })
              }
            />
          </Panel>
          <AddFamily onAdd={add} />
          <AddRule onAdd={add} />
        </>
      )}
    </>
  )
}

interface RowsProps {
  rows: readonly FitRow[]
  onRemove(row: FitRow): void
}

function Rows({ rows, onRemove }: RowsProps) {
  const t = useT()
  const textOf = useFitText()
  const mayWrite = useMayWrite()
  if (rows.length === 0) return <p className="quiet">{t('admin.fitsNone')}</p>
  return (
    <>
      <ul>
        {rows.map((row) => {
          const text = textOf(row)
          return (
            <li key={keyOf(row)} className={styles.row}>
              <span>{text}</span>
              {mayWrite && (
                <Button
                  variant="quiet"
                  aria-label={t('fits.removeLabel', { name: text })}
                  onClick={() => onRemove(row)}
                >
                  {t('fits.remove')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {rows.some(isEmpty) && <Notice bad>{t('admin.fitsLost')}</Notice>}
    </>
  )
}
