import { useState } from 'react'
import type { Product } from '#contract/catalog.ts'
import { useAction } from '#web/api/useAction.ts'
import { addProduct } from '#web/cart/cart.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toasts.ts'

const RatingDialog = lazyAddition(() => import('./RatingDialog.tsx'))

export function ArrivedProduct({ product }: { product: Pick<Product, 'id' | 'name' | 'name_ar'> }) {
  const t = useT()
  const [isRating, setRating] = useState(false)
  const [buy, buying] = useAction(async () => {
    await addProduct(product.id)
    showToast(t('toast.cartAdded'), 'success')
  }, 'toast.cartAddFailed')
  return (
    <>
      <Button variant="outline" wide onClick={() => setRating(true)}>
        {t('order.rate')}
      </Button>
      <Button variant="outline" wide busy={buying} onClick={({ detail }) => detail < 2 && buy()}>
        {t('order.buyAgain')}
      </Button>
      {isRating && <RatingDialog product={product} onClose={() => setRating(false)} />}
    </>
  )
}
