import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef } from 'react'
import type { CartItem } from '#contract/cart-item.ts'
import { QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { saveQuantity, showQuantity } from './cart.queries.ts'
import styles from './QuantityStepper.module.css'

/** Taps that follow each other within this time are saved as one. */
const SAVE_AFTER = 300

/** Plus and minus; the figure moves at once, the server is told when the taps have ended. */
export function QuantityStepper({ item, locked }: { item: CartItem; locked: boolean }) {
  const t = useT()
  const pick = useLocalized()
  const name = pick(item, 'name')
  const { id, quantity } = item
  const save = useSaveWhenQuiet(id)

  function change(next: number) {
    showQuantity(id, next)
    save(next)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form's part
    <div role="group" className={styles.stepper} aria-label={t('cart.quantity', { name })}>
      <IconButton
        label={t('cart.decrease', { name })}
        disabled={locked || quantity <= QUANTITY_MIN}
        onClick={() => change(quantity - 1)}
      >
        <Minus size={18} aria-hidden />
      </IconButton>
      <output className={styles.value}>{quantity}</output>
      <IconButton
        label={t('cart.increase', { name })}
        disabled={locked || quantity >= QUANTITY_MAX}
        onClick={() => change(quantity + 1)}
      >
        <Plus size={18} aria-hidden />
      </IconButton>
    </div>
  )
}

/** Saves the last of several quick changes; leaving the page saves at once. */
function useSaveWhenQuiet(id: number) {
  const t = useT()
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; quantity: number }>(undefined)

  async function flush() {
    if (!waiting.current) return
    const { timer, quantity } = waiting.current
    clearTimeout(timer)
    waiting.current = undefined
    try {
      await saveQuantity(id, quantity)
    } catch (error) {
      console.error(error)
      showToast(t('toast.quantityFailed'), 'error')
    }
  }

  const latestFlush = useRef(flush)
  latestFlush.current = flush
  useEffect(
    () => () => {
      latestFlush.current()
    },
    [],
  )

  return (quantity: number) => {
    clearTimeout(waiting.current?.timer)
    waiting.current = { quantity, timer: setTimeout(() => latestFlush.current(), SAVE_AFTER) }
  }
}
