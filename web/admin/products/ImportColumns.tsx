import { ATTRIBUTE_COLUMN, PRODUCT_COLUMNS } from '#contract/admin/catalog-tables.ts'
import { shopCurrency } from '#contract/money.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { DataTable } from '../parts/DataTable.tsx'
import styles from './ImportScreen.module.css'

const COLUMNS = [...PRODUCT_COLUMNS, 'attribute'] as const

/** Explains what to write in each column of an import file. */
export function ImportColumns() {
  const t = useT()
  const title = t('admin.importColumnList')
  return (
    <details>
      <summary>{title}</summary>
      <div className={styles.mapped}>
        <p className="quiet">{t('admin.importEmpty')}</p>
        <DataTable
          caption={title}
          columns={[
            {
              head: t('admin.importColumn'),
              cell: (column: (typeof COLUMNS)[number]) => (
                <code dir="ltr">{column === 'attribute' ? `${ATTRIBUTE_COLUMN}…` : column}</code>
              ),
            },
            {
              head: t('admin.importWrite'),
              alone: true,
              cell: (column) => t(`admin.columnHint.${column}`, { currency: shopCurrency().code }),
            },
          ]}
          rows={COLUMNS}
          rowKey={(column) => column}
        />
      </div>
    </details>
  )
}
