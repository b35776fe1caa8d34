import type { ProductDetail } from '#contract/catalog.ts'
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx'
import { BottomBar } from '#web/ui/BottomBar.tsx'
import { ProductPrice } from './ProductPrice.tsx'
import { useStaffTools } from './staff-tools.ts'

export function ProductBuyBar({ product }: { product: ProductDetail }) {
  const isAdmin = useStaffTools() !== null
  if (isAdmin) return null
  return (
    <BottomBar>
      {/* A reduction that has a prior price is shown only with that price, for which the bar has no room. */}
      <ProductPrice
        product={
          product.prior_price === undefined ? product : { ...product, compare_at_price: null }
        }
      />
      <AddToCartButton product={product} wide />
    </BottomBar>
  )
}
