import { useId, useState } from 'react'
import { isFiltered } from '#contract/list-filters.ts'
import type { ProductPage } from '#contract/product-lists.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import SlidersHorizontal from '#web/ui/icons/sliders-horizontal.svg?icon'
import { ClearFilters } from './ClearFilters.tsx'
import { FilterFields, type FilterFieldsProps } from './FilterFields.tsx'
import styles from './FilterPanel.module.css'

interface FilterSheetProps extends FilterFieldsProps {
  page: Pick<ProductPage, 'total' | 'totalIsAtLeast'> | undefined
}

/** The filters beside the list on a desktop. */
export function FilterPanel(fields: FilterFieldsProps) {
  const t = useT()
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={styles.panel}>
      <h2 id={headingId} tabIndex={-1} className={styles.title}>
        {t('list.filters')}
      </h2>
      <div className={styles.fields}>
        <FilterFields {...fields} />
      </div>
    </section>
  )
}

/** The filters on a phone: a button that opens them as a sheet. */
export function FilterSheet({ page, ...fields }: FilterSheetProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" className={styles.open} onClick={() => setOpen(true)}>
        <SlidersHorizontal size={20} aria-hidden />
        {t('list.filters')}
      </Button>
      {isOpen && (
        <Dialog
          title={t('list.filters')}
          closeLabel={t('common.close')}
          onClose={() => setOpen(false)}
        >
          <div className={styles.fields}>
            <FilterFields {...fields} />
            {isFiltered(fields.filters) && (
              <ClearFilters variant="quiet" onChange={fields.onChange} />
            )}
          </div>
          <div className={styles.done}>
            <Button onClick={() => setOpen(false)}>
              {page === undefined && t('common.close')}
              {page &&
                t(page.totalIsAtLeast ? 'list.showAtLeast' : 'list.show', { count: page.total })}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
