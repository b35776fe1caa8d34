import type { Product } from '#contract/catalog.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { useRequireAccount } from '#web/session/useRequireAccount.ts'
import { Button } from '#web/ui/Button.tsx'
import Check from '#web/ui/icons/check.svg?icon'
import Plus from '#web/ui/icons/plus.svg?icon'
import { showToast } from '#web/ui/toasts.ts'
import { setDevice } from './fits.queries.ts'
import { useDevices } from './useDevices.ts'

/** "I have this device", on the page of one. */
export function OwnDevice({ product }: { product: Product }) {
  const t = useT()
  const pick = useLocalized()
  const mayAct = useRequireAccount()
  const isMine = useDevices().some(({ id }) => id === product.id)
  const [toggle, busy] = useAction(async () => {
    if (!mayAct()) return
    const name = pick(product, 'name')
    try {
      await setDevice(product.id, !isMine)
      showToast(t(isMine ? 'fits.removed' : 'fits.added', { name }), 'success')
    } catch (error) {
      console.error(error)
      const tooMany = error instanceof ApiError && error.status === 409
      showToast(tooMany ? error.message : t('fits.failed'), 'error')
    }
  })
  return (
    <Button variant="outline" busy={busy} aria-pressed={isMine} onClick={toggle}>
      {!busy && (isMine ? <Check size={18} aria-hidden /> : <Plus size={18} aria-hidden />)}
      {t('fits.mine')}
    </Button>
  )
}
