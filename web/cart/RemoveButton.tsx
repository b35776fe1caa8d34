import type { CartItem } from '#contract/cart-item.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { useRequireSession } from '#web/session/useRequireSession.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import Trash2 from '#web/ui/icons/trash-2.svg?icon'
import { Spinner } from '#web/ui/Spinner.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { removeItem } from './cart.queries.ts'
import { finishQuantitySave } from './quantity-saves.ts'
import { isVisitor } from './visitor.ts'

export function RemoveButton({ item }: { item: CartItem }) {
  const t = useT()
  const pick = useLocalized()
  const requireSession = useRequireSession()
  const [remove, removing] = useAction(async (button: HTMLElement) => {
    if (!isVisitor() && !requireSession()) return
    await finishQuantitySave(item.id)
    await removeItem(item.id)
    passFocus(button)
    showToast(t('toast.cartDeleted'), 'success')
  }, 'toast.removeFailed')
  return (
    <IconButton
      label={t('cart.remove', { name: pick(item, 'name') })}
      aria-busy={removing || undefined}
      onClick={({ currentTarget }) => remove(currentTarget)}
    >
      {removing ? <Spinner /> : <Trash2 size={18} aria-hidden />}
    </IconButton>
  )
}

/** Moves focus to a neighboring line, or else to the main content, because the next render removes this line. */
function passFocus(button: HTMLElement) {
  if (!button.matches(':focus')) return
  const line = button.closest('li')
  const other = line?.nextElementSibling ?? line?.previousElementSibling
  const next = other?.querySelector('button') ?? document.getElementById('main')
  next?.focus({ preventScroll: true })
}
