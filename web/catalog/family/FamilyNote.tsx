import type { FamilyCard, Product } from '#contract/catalog.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Amount } from '#web/ui/Price.tsx'
import styles from './FamilyNote.module.css'
import { Swatch } from './Swatch.tsx'

/** The maximum number of colors shown. */
const SWATCHES = 5

export function FamilyNote({ product, family }: { product: Product; family: FamilyCard }) {
  const t = useT()
  const { swatches, products, max } = family
  return (
    <p className={styles.note}>
      {swatches
        .slice(0, SWATCHES)
        .map(({ id, swatch }) => swatch && <Swatch key={id} color={swatch} />)}
      <span>{t('family.options', { count: products })}</span>
      {max > product.price && (
        // On a narrow card, the range wraps after the dash.
        <span>
          <Amount>{formatPrice(product.price)}</Amount>
          {'\u00a0– '}
          <Amount>{formatPrice(max)}</Amount>
        </span>
      )}
    </p>
  )
}
