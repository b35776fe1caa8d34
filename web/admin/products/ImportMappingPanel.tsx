import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ATTRIBUTE_COLUMN, OPTION_COLUMN, PRODUCT_COLUMNS } from '#contract/admin/catalog-tables.ts'
import type { ImportColumn, ImportMapping } from '#contract/admin/import.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Options, Select } from '#web/ui/Field.tsx'
import { attributes as attributeList } from '../attributes/attributes.queries.ts'
import { Panel } from '../parts/AdminPage.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import styles from './ImportScreen.module.css'
import type { FileColumns } from './import.queries.ts'

interface ImportMappingPanelProps {
  file: FileColumns
  /** The mapping that staff chose for this file, or earlier for a file with the same columns, if any. */
  mapping: ImportMapping | undefined
  busy: boolean
  /** Runs when the mapping differs from the one that the file was checked with. */
  onEdit: () => void
  onMapping: (mapping: ImportMapping) => void
}

const SOURCES = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  google: 'Google Merchant Center',
} as const

/** Additional columns that only files from other shop systems need. */
const OTHER_COLUMNS = ['sale_price', 'group', 'picture_files'] as const

interface Row extends ImportColumn {
  at: number
}

export function ImportMappingPanel({
  file,
  mapping,
  busy,
  onEdit,
  onMapping,
}: ImportMappingPanelProps) {
  const t = useT()
  const [columns, setColumns] = useState(() => file.columns.map(({ column }) => column ?? ''))
  const [category, setCategory] = useState(mapping?.category)
  const [words, setWords] = useState(mapping?.categories ?? {})
  const attributes = useQuery(attributeList.query).data ?? []
  const names = [...new Set(attributes.map(({ name }) => name))]
  const categories = CATEGORIES.map((value) => ({ value, text: t(`category.${value}`) }))

  function optionsFor({ heading, at }: Row) {
    const known = [
      ...[...PRODUCT_COLUMNS, ...OTHER_COLUMNS].map((value) => ({
        value: value as string,
        text: t(`admin.column.${value}`),
      })),
      { value: OPTION_COLUMN + heading, text: t('admin.mappingOption') },
      ...names.map((name) => ({
        value: (ATTRIBUTE_COLUMN + name).toLowerCase(),
        text: t('admin.mappingAttribute', { name }),
      })),
    ]
    const guess = file.columns[at]?.column
    if (!guess || known.some(({ value }) => value === guess)) return known
    return [{ value: guess, text: t('admin.mappingRead') }, ...known]
  }

  const choose = (at: number, column: string) =>
    setColumns(columns.map((one, place) => (place === at ? column : one)))

  const read = columns.filter(Boolean).length
  const lacks = ['category', 'name', 'price'].some((name) => !columns.includes(name))
  const isClear =
    !file.source && !lacks && read === columns.length && file.category_words.length === 0
  const [isOpen] = useState(!isClear)

  return (
    <Panel title={t('admin.mapping')}>
      {file.source && <p>{t('admin.mappingSource', { source: SOURCES[file.source] })}</p>}
      <details open={isOpen} inert={busy} onChange={onEdit}>
        <summary>{t('admin.mappingCount', { read, all: columns.length })}</summary>
        <div className={styles.mapped}>
          <p className={styles.lead}>{t('admin.mappingLead')}</p>
          <div className={styles.categories}>
            {file.category_words.map((word) => (
              <Select
                key={word}
                label={t('admin.mappingWord', { word })}
                value={words[word] ?? ''}
                none="–"
                options={categories}
                onChange={({ target }) => setWords(withWord(words, word, target.value))}
              />
            ))}
            <Select
              label={t(
                file.category_words.length > 0 ? 'admin.mappingOthers' : 'admin.mappingCategory',
              )}
              value={category ?? ''}
              none="–"
              options={categories}
              onChange={({ target }) => setCategory((target.value || undefined) as Category)}
            />
          </div>
          <DataTable
            caption={t('admin.mapping')}
            scrolling={styles.columns}
            columns={[
              {
                head: t('admin.mappingHeading'),
                cell: ({ heading }: Row) => <bdi>{heading}</bdi>,
              },
              {
                head: t('admin.mappingSample'),
                cell: ({ sample }) => <bdi className={styles.sample}>{sample || '–'}</bdi>,
              },
              {
                head: t('admin.mappingColumn'),
                alone: true,
                cell: (row) => (
                  <select
                    className={styles.choice}
                    aria-label={`${t('admin.mappingColumn')}: ${row.heading}`}
                    value={columns[row.at]}
                    data-out={columns[row.at] === '' || undefined}
                    onChange={({ target }) => choose(row.at, target.value)}
                  >
                    <Options none={t('admin.mappingLeftOut')} options={optionsFor(row)} />
                  </select>
                ),
              },
            ]}
            rows={file.columns.map((column, at) => ({ ...column, at }))}
            rowKey={({ at }) => at}
          />
          <div>
            <Button
              variant="outline"
              busy={busy}
              onClick={() =>
                onMapping({
                  columns: Object.fromEntries(
                    [...columns.entries()].filter(([, column]) => column !== ''),
                  ),
                  ...(category && { category }),
                  categories: words,
                })
              }
            >
              {t('admin.mappingCheck')}
            </Button>
          </div>
        </div>
      </details>
    </Panel>
  )
}

function withWord(words: Record<string, Category>, word: string, category: string) {
  const { [word]: _before, ...others } = words
  return category ? { ...others, [word]: category as Category } : others
}
