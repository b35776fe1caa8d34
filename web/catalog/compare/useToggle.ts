import type { Product } from '#contract/catalog.ts'
import { COMPARED_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { useSession } from '#web/session/useSession.ts'
import { showToast } from '#web/ui/toasts.ts'
import { chooserOf, toggleChosen, useComparedIds } from './choice.ts'

/**
 * Whether the product is chosen for comparison, and a function that toggles it. A toast explains why a product cannot
 * be chosen.
 */
export function useToggle(product: Product): [chosen: boolean, toggle: () => void] {
  const t = useT()
  const session = useSession()
  const chosen = useComparedIds().includes(product.id)
  function toggle() {
    const user = chooserOf(session)
    const reason = user === undefined ? null : toggleChosen(user, product)
    if (reason === 'compare.full') showToast(t('compare.full', { count: COMPARED_MAX }), 'info')
    if (reason === 'compare.oneCategory') showToast(t('compare.oneCategory'), 'info')
  }
  return [chosen, toggle]
}
