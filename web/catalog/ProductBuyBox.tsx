import { Suspense } from 'react'
import type { ProductDetail } from '#contract/catalog.ts'
import { ALL_CATEGORIES } from '#contract/locale.ts'
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx'
import { DeliveryNote } from '#web/cart/DeliveryNote.tsx'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { lazyPart } from '#web/navigation/lazy-part.ts'
import { searchScreen } from '#web/navigation/search-path.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CompareRow } from './compare/CompareRow.tsx'
import { FamilyPicker } from './family/FamilyPicker.tsx'
import styles from './ProductBuyBox.module.css'
import { PriorPrice, ProductPrice } from './ProductPrice.tsx'
import { ProductStock } from './ProductStock.tsx'
import { RatingButton } from './RatingButton.tsx'
import { useStaffTools } from './staff-tools.ts'

const FitAnswers = lazyPart(() => import('./fits/FitAnswers.tsx'))

export function ProductBuyBox({ product }: { product: ProductDetail }) {
  const t = useT()
  const pick = useLocalized()
  const StaffTools = useStaffTools()
  return (
    <section className={styles.box} aria-labelledby="product-name">
      <h1 id="product-name" className={styles.name}>
        {pick(product, 'name')}
      </h1>
      <p className={styles.seller}>
        {t('product.seller', { seller: pick(product, 'seller') })}
        {product.brand && (
          <>
            {' · '}
            <Link
              to={`${searchScreen(StaffTools !== null, ALL_CATEGORIES)}?brand=${product.brand.id}`}
            >
              {t('product.brand', { brand: pick(product.brand, 'name') })}
            </Link>
          </>
        )}
      </p>
      <div className={styles.rating}>
        <RatingButton product={product} showsZero={false} />
        <span className="quiet">
          {t('product.ratings', { count: (product.group_rating ?? product).ratings })}
        </span>
      </div>
      <p className={styles.text} dir="auto">
        {pick(product, 'description')}
      </p>
      {product.family && <FamilyPicker family={product.family} />}
      <div className={styles.buy}>
        <ProductPrice product={product} large />
        <ProductStock quantity={product.quantity} />
        <PriorPrice product={product} />
      </div>
      {StaffTools ? (
        <StaffTools product={product} />
      ) : (
        <>
          <div className={styles.add}>
            <AddToCartButton product={product} wide />
          </div>
          <CompareRow product={product} />
          {/* The fallback is as tall as the button shown for devices. */}
          <Suspense fallback={product.category !== 'Accessories' && <Skeleton block={44} />}>
            <FitAnswers product={product} />
          </Suspense>
        </>
      )}
      <DeliveryNote />
    </section>
  )
}
