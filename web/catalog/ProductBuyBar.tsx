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
      {/* A reduction with a prior price must not be shown without it, and the bar has no room for both. */}
      <ProductPrice
        product={
          product.prior_price === undefined ? product : { ...product, compare_at_price: null }
        }
      />
      <AddToCartButton product={product} wide />
    </BottomBar>
  )
}
