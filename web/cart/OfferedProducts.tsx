import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { productsByIdQuery } from '#web/api/products-by-id.queries.ts'
import { useAction } from '#web/api/useAction.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { translate } from '#web/i18n/i18n.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { paths } from '#web/navigation/paths.ts'
import { MiniItem } from '#web/ui/MiniItem.tsx'
import { priceEach } from '#web/ui/Price.tsx'
import { QuestionDialog } from '#web/ui/QuestionDialog.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { putIntoCart } from './cart.queries.ts'

/**
 * Asks the customer before adding the products in a link, because someone else may have created the link.
 * @param add ids with their quantities, such as `1x2,7` (contract/page-paths.ts)
 */
export default function OfferedProducts({ add }: { add: string }) {
  const t = useT()
  const pick = useLocalized()
  const navigate = useNavigate()
  const wanted = readWanted(add)
  const { data } = useQuery(productsByIdQuery([...wanted.keys()]))
  const offered = (data?.products ?? [])
    .filter(({ quantity }) => quantity > 0)
    .map((product) => ({
      ...product,
      quantity: Math.min(wanted.get(product.id) ?? 1, product.quantity),
    }))
  const left = wanted.size - offered.length
  const isNothing = wanted.size === 0 || (data !== undefined && offered.length === 0)
  const close = () => navigate(paths.cart, { replace: true })
  const sayLeft = () => left > 0 && showToast(translate('toast.cartLeft', { count: left }), 'info')
  const [fill, filling] = useAction(async () => {
    await putIntoCart(offered.map(({ id, quantity }) => ({ id, quantity })))
    showToast(t('toast.cartAdded'), 'success')
    sayLeft()
    close()
  }, 'toast.cartAddFailed')

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once it is known that nothing can be added
  useEffect(() => {
    if (!isNothing) return
    sayLeft()
    close()
  }, [isNothing])
  if (offered.length === 0) return null

  return (
    <QuestionDialog
      title={t('cart.offered')}
      closeLabel={t('common.close')}
      cancel={t('cart.offeredNo')}
      confirm={t('product.addToCart')}
      busy={filling}
      onConfirm={fill}
      onClose={close}
    >
      <ul>
        {offered.map((product) => (
          <MiniItem
            key={product.id}
            picture={product.profileImage}
            name={pick(product, 'name')}
            price={priceEach(product.quantity, formatPrice(product.price))}
          />
        ))}
      </ul>
    </QuestionDialog>
  )
}

function readWanted(add: string): Map<number, number> {
  const lines = add.matchAll(/(?:^|,)([1-9]\d{0,14})(?:x([1-9]\d?))?(?=,|$)/g)
  return new Map([...lines].map(([, id, quantity = '1']) => [Number(id), Number(quantity)]))
}
