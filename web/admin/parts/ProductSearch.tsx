import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminProductRow } from '#contract/admin/products.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { Category } from '#contract/locale.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { useMayWrite } from '../useMayWrite.ts'
import { SearchField } from './Filters.tsx'
import { foundQuery } from './found-query.ts'
import styles from './ProductSearch.module.css'

/** The maximum number of results; more search terms narrow them down. */
const SHOWN = 8

interface ProductSearchProps {
  /** The category to search; all categories by default. */
  category?: Category
  /** Whether a product may be chosen; by default all may. */
  isPossible?: (product: AdminProductRow) => boolean
  /** Ids of products to leave out, because they are already chosen. */
  without: readonly number[]
  onChoose: (product: AdminProductRow) => void
}

/** Finds a product by search terms, such as its name, or by SKU. */
export function ProductSearch({ category, isPossible, without, onChoose }: ProductSearchProps) {
  const t = useT()
  const pick = useLocalized()
  const [search, setSearch] = useState('')
  const query = { ...(category && { category }), search, limit: PAGE_SIZE }
  const { data } = useQuery(foundQuery('GET /api/admin/products', query, search !== ''))
  if (!useMayWrite()) return null
  const found =
    data?.products.filter((one) => !without.includes(one.id) && (isPossible?.(one) ?? true)) ?? []
  return (
    <div>
      <SearchField label={t('admin.addProduct')} value={search} onChoose={setSearch} />
      {search !== '' && (
        <ul className={styles.found}>
          {found.slice(0, SHOWN).map((product) => (
            <li key={product.id}>
              <bdi>{pick(product, 'name')}</bdi>
              <Button
                variant="outline"
                aria-label={t('admin.addNamed', { name: pick(product, 'name') })}
                onClick={() => onChoose(product)}
              >
                {t('admin.add')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="quiet">
        {search !== '' && data && found.length === 0 && t('admin.productsNoneFound')}
      </p>
    </div>
  )
}
