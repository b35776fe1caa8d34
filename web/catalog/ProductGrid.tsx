import { memo } from 'react'
import type { ListedProduct } from '#contract/catalog.ts'
import { useSession } from '#web/session/useSession.ts'
import { useGrowing } from '#web/ui/useGrowing.ts'
import { CompareButton } from './compare/CompareButton.tsx'
import { FamilyNote } from './family/FamilyNote.tsx'
import { FitsOfList, FitTag } from './fits/FitTags.tsx'
import { ProductCard } from './ProductCard.tsx'
import { ProductCardSkeleton } from './ProductCardSkeleton.tsx'
import styles from './ProductGrid.module.css'

/** The number of cards on the first screen, whose pictures load immediately. */
const FIRST_SCREEN = 4

/** The number of cards in two rows on a desktop. */
const FIRST_CARDS = 8

export function ProductGrid({ products }: { products: readonly ListedProduct[] }) {
  const { checking } = useSession()
  const shown = products.slice(0, useGrowing(products.length, FIRST_CARDS, FIRST_SCREEN))
  // Staff cards are taller, so wait for the session: otherwise the layout would jump.
  if (checking) return <ProductGridSkeleton cards={Math.min(products.length, FIRST_CARDS)} />
  return (
    <FitsOfList products={products}>
      <div className={styles.room}>
        <ul className={styles.grid}>
          {shown.map((product, index) => (
            <li key={product.id}>
              <GridCard product={product} eager={index < FIRST_SCREEN} />
            </li>
          ))}
        </ul>
      </div>
    </FitsOfList>
  )
}

/** Not re-rendered along with its list unless its product has changed. */
const GridCard = memo(({ product, eager }: { product: ListedProduct; eager: boolean }) => (
  <ProductCard
    product={product}
    eager={eager}
    level="h2"
    corner={
      <>
        {product.category === 'Accessories' && <FitTag product={product} />}
        <CompareButton product={product} />
      </>
    }
    note={product.family && <FamilyNote product={product} family={product.family} />}
  />
))

export function ProductGridSkeleton({ cards = FIRST_CARDS }: { cards?: number }) {
  return (
    <div className={styles.room} aria-hidden="true">
      <div className={styles.grid}>
        {Array.from({ length: cards }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical
          <ProductCardSkeleton key={index} />
        ))}
      </div>
    </div>
  )
}
