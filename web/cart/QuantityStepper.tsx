import { useEffect } from 'react'
import type { CartItem } from '#contract/cart-item.ts'
import { QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import Minus from '#web/ui/icons/minus.svg?icon'
import Plus from '#web/ui/icons/plus.svg?icon'
import styles from './QuantityStepper.module.css'
import { finishQuantitySave, stepQuantity } from './quantity-saves.ts'

interface QuantityStepperProps {
  item: CartItem
  /** Units that can be ordered. */
  available: number
  locked: boolean
}

/**
 * The displayed quantity changes with every tap and is saved after a pause. At its limits, the buttons are only marked
 * as disabled, so that they keep the focus.
 */
export function QuantityStepper({ item, available, locked }: QuantityStepperProps) {
  const t = useT()
  const pick = useLocalized()
  const name = pick(item, 'name')
  const { id, quantity } = item
  const max = Math.min(available, QUANTITY_MAX)

  // Leaving the page saves the chosen quantity immediately.
  useEffect(() => () => void finishQuantitySave(id), [id])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form's part
    <div role="group" className={styles.stepper} aria-label={t('cart.quantity', { name })}>
      <IconButton
        label={t('cart.decrease', { name })}
        disabled={locked}
        aria-disabled={quantity <= QUANTITY_MIN || undefined}
        onClick={() => stepQuantity(id, -1)}
      >
        <Minus size={18} aria-hidden />
      </IconButton>
      <output className={styles.value}>{quantity}</output>
      <IconButton
        label={t('cart.increase', { name })}
        disabled={locked}
        aria-disabled={quantity >= max || undefined}
        onClick={() => quantity < max && stepQuantity(id, 1)}
      >
        <Plus size={18} aria-hidden />
      </IconButton>
    </div>
  )
}
