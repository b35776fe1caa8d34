import type { Product } from '#contract/catalog.ts'
import { QUANTITY_MAX } from '#contract/limits.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { useRequireSession } from '#web/session/useRequireSession.tsx'
import { Button } from '#web/ui/Button.tsx'
import Plus from '#web/ui/icons/plus.svg?icon'
import { Spinner } from '#web/ui/Spinner.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { addProduct, isAtMaximum } from './cart.queries.ts'
import { isVisitor } from './visitor.ts'

/** Adds a unit. Waits for the server instead of updating optimistically: the last unit may just have been sold. */
export function AddToCartButton({ product, wide }: { product: Product; wide?: boolean }) {
  const t = useT()
  const pick = useLocalized()
  const requireSession = useRequireSession()
  const name = pick(product, 'name')
  const soldOut = product.quantity === 0

  const [add, adding] = useAction(async () => {
    if (!isVisitor() && !requireSession()) return
    if (isAtMaximum(product.id)) {
      showToast(t('toast.cartMaximum', { max: QUANTITY_MAX }), 'info')
      return
    }
    await addProduct(product.id)
    showToast(
      <>
        <span>{t('toast.cartAdded')}</span> <Link to={paths.cart}>{t('cart.view')}</Link>
      </>,
      'success',
    )
  }, 'toast.cartAddFailed')

  if (soldOut) {
    return (
      <Button disabled wide={wide ?? false} aria-label={t('product.soldOutNamed', { name })}>
        {t('product.soldOut')}
      </Button>
    )
  }
  return (
    <Button
      wide={wide ?? false}
      aria-busy={adding || undefined}
      aria-label={t('product.addNamed', { name })}
      // Ignores the second click of a double click, which may arrive after the reply to the first.
      onClick={({ detail }) => detail < 2 && add()}
    >
      {adding ? <Spinner /> : <Plus size={18} aria-hidden />}
      {t('product.addToCart')}
    </Button>
  )
}
