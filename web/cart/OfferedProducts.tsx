import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocale, useLocalized, useT } from '#web/i18n/useI18n.ts'
import { paths } from '#web/navigation/paths.ts'
import { MiniItem } from '#web/ui/MiniItem.tsx'
import { QuestionDialog } from '#web/ui/QuestionDialog.tsx'
import { addProduct, cartQuery, saveQuantity, showQuantity } from './cart.queries.ts'

/**
 * Asks whether to add what a link to the cart names: the customer may not have written it.
 * @param add ids with their quantities, `1x2,7` (contract/page-paths.ts)
 */
export default function OfferedProducts({ add }: { add: string }) {
  const t = useT()
  const locale = useLocale()
  const pick = useLocalized()
  const navigate = useNavigate()
  const wanted = readWanted(add)
  const ids = [...wanted.keys()].join()
  const { data } = useQuery({
    queryKey: ['products-by-id', 'offered', ids],
    queryFn: ({ signal }) => request('GET /api/products', { query: { ids }, signal }),
    enabled: ids !== '',
  })
  const offered = data?.products ?? []
  const inStock = offered.filter(({ quantity }) => quantity > 0)
  const close = () => navigate(paths.cart, { replace: true })
  const quantityOf = (product: { id: number; quantity: number }) =>
    Math.min(wanted.get(product.id) ?? 1, product.quantity)
  const [fill, filling] = useAction(async () => {
    for (const product of inStock) await putIntoCart(product.id, quantityOf(product))
    close()
  }, 'toast.cartAddFailed')
  if (inStock.length === 0) return null

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
            detail={
              product.quantity === 0
                ? t('product.soldOut')
                : t('cart.offeredUnits', { count: quantityOf(product) })
            }
            price={formatMoney(product.price, locale)}
          />
        ))}
      </ul>
    </QuestionDialog>
  )
}

/** Quantities by id. */
function readWanted(add: string): Map<number, number> {
  const lines = add.matchAll(/(?:^|,)([1-9]\d{0,14})(?:x([1-9]\d?))?(?=,|$)/g)
  return new Map([...lines].map(([, id, quantity = '1']) => [Number(id), Number(quantity)]))
}

/** Raises a smaller quantity to this one: a link that is opened twice adds nothing the second time. */
async function putIntoCart(id: number, quantity: number): Promise<void> {
  const inCart = () =>
    queryClient.getQueryData(cartQuery.queryKey)?.find((line) => line.id === id)?.quantity ?? 0
  if (inCart() === 0) await addProduct(id)
  if (inCart() >= quantity) return
  showQuantity(id, quantity)
  await saveQuantity(id, quantity)
}
