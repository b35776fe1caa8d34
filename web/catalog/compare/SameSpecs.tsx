import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import type { ComparedRow } from './compared-rows.ts'
import styles from './SameSpecs.module.css'

export function SameSpecs({ rows }: { rows: readonly ComparedRow[] }) {
  const t = useT()
  const pick = useLocalized()
  if (rows.length === 0) return null
  return (
    <details className={styles.same} open>
      <summary>{t('compare.same')}</summary>
      <dl>
        {rows.map(({ id, spec }) => (
          <div key={id}>
            <dt>{pick(spec, 'label')}</dt>
            <dd>
              <bdi>{pick(spec, 'value')}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
