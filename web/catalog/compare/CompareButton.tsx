import type { Product } from '#contract/catalog.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import Scale from '#web/ui/icons/scale.svg?icon'
import styles from './CompareButton.module.css'
import { useToggle } from './useToggle.ts'

export function CompareButton({ product }: { product: Product }) {
  const t = useT()
  const pick = useLocalized()
  const [chosen, toggle] = useToggle(product)
  return (
    <button
      type="button"
      className={styles.corner}
      aria-pressed={chosen}
      aria-label={t('compare.toggle', { name: pick(product, 'name') })}
      onClick={toggle}
    >
      <Scale size={18} aria-hidden />
    </button>
  )
}
