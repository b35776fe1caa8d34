import { useEffect } from 'react'
import type { Product } from '#contract/catalog.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { useRequireAccount } from '#web/session/useRequireAccount.ts'
import { useSession } from '#web/session/useSession.ts'
import { Button } from '#web/ui/Button.tsx'
import Check from '#web/ui/icons/check.svg?icon'
import Plus from '#web/ui/icons/plus.svg?icon'
import { useStore } from '#web/ui/store.ts'
import { showToast } from '#web/ui/toasts.ts'
import { setWaiting, waiting } from '../waiting.ts'
import { setDevice } from './fits.queries.ts'
import { useDevices } from './useDevices.ts'

export function OwnDevice({ product }: { product: Product }) {
  const t = useT()
  const pick = useLocalized()
  const mayAct = useRequireAccount()
  const isMine = useDevices().some(({ id }) => id === product.id)
  const isWaiting = useStore(waiting)?.device === product.id
  const { user } = useSession()
  const [set, busy] = useAction(async (willBeMine: boolean) => {
    if (!mayAct()) return setWaiting({ device: product.id })
    const name = pick(product, 'name')
    try {
      await setDevice(product.id, willBeMine)
      showToast(t(willBeMine ? 'fits.added' : 'fits.removed', { name }), 'success')
    } catch (error) {
      console.error(error)
      const tooMany = error instanceof ApiError && error.status === 409
      showToast(tooMany ? error.message : t('fits.failed'), 'error')
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the visitor has signed in
  useEffect(() => {
    if (!isWaiting || !user || user.guest) return
    setWaiting({ device: null })
    set(true)
  }, [isWaiting, user])

  return (
    <Button variant="outline" busy={busy} aria-pressed={isMine} onClick={() => set(!isMine)}>
      {!busy && (isMine ? <Check size={18} aria-hidden /> : <Plus size={18} aria-hidden />)}
      {t('fits.mine')}
    </Button>
  )
}
