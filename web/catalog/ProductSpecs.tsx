import type { Spec } from '#contract/catalog.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import styles from './ProductSpecs.module.css'

export function ProductSpecs({ specs }: { specs: readonly Spec[] }) {
  const t = useT()
  const pick = useLocalized()
  return (
    <section className={styles.panel} aria-labelledby="specs">
      <h2 id="specs" className={styles.title}>
        {t('product.specs')}
      </h2>
      <dl className={styles.list}>
        {specs.map((spec) => (
          <div key={spec.key}>
            <dt>{pick(spec, 'label')}</dt>
            <dd>
              <bdi>{pick(spec, 'value')}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
