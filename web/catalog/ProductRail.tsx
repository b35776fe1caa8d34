import { type ReactNode, useDeferredValue } from 'react'
import type { Product } from '#contract/catalog.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Rail } from '#web/ui/Rail.tsx'
import { ProductCard } from './ProductCard.tsx'
import { ProductCardSkeleton } from './ProductCardSkeleton.tsx'
import styles from './ProductRail.module.css'
import { useStaffTools } from './staff-tools.ts'

interface ProductRailProps {
  id?: string
  title: string
  products: readonly Product[] | undefined
  more?: ReactNode
}

/** A titled row of product cards, each exactly 300 px wide. */
export default function ProductRail({ id, title, products, more }: ProductRailProps) {
  const t = useT()
  const isAdmin = useStaffTools() !== null
  // Deferred, so that rendering many rails never delays a tap.
  const shown = useDeferredValue(products ?? null, null)
  const cell = cx(styles.cell, isAdmin && styles.admin)
  if (products?.length === 0) return null
  return (
    <Rail
      {...(id ? { id } : {})}
      title={title}
      more={more}
      previousLabel={t('common.previous')}
      nextLabel={t('common.next')}
    >
      {shown
        ? shown.map((product) => (
            <li key={product.id} className={cell}>
              <ProductCard product={product} />
            </li>
          ))
        : [1, 2, 3, 4, 5].map((place) => (
            // The key must not equal a product's id: React would reuse the skeleton for that product and move it.
            <li key={`place ${place}`} className={cell}>
              <ProductCardSkeleton />
            </li>
          ))}
    </Rail>
  )
}
