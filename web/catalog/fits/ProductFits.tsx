import { useQuery } from '@tanstack/react-query'
import type { Product } from '#contract/catalog.ts'
import type { FitRow } from '#contract/fits.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import ProductRail from '../ProductRail.tsx'
import { fitsOfQuery } from './fits.queries.ts'
import styles from './ProductFits.module.css'
import { useFitText } from './useFitText.ts'

/** On a device's page, shows the accessories that fit it; on an accessory's page, what it fits; otherwise nothing. */
export default function ProductFits({ product }: { product: Product }) {
  const t = useT()
  const { data } = useQuery(fitsOfQuery(product.id))
  if (!data) return null
  const { rows, fits_only: fitsOnly, accessories, total } = data
  if (rows.length > 0) return <FitList rows={rows} fitsOnly={fitsOnly} />
  return (
    <div className={styles.rail}>
      <ProductRail
        title={t('fits.whatFits')}
        products={accessories}
        more={
          total > accessories.length && (
            <Link
              to={`${paths.category('Accessories')}?fits=${product.id}`}
              className={buttonClass('quiet')}
            >
              {t('list.showAll', { count: total })}
            </Link>
          )
        }
      />
    </div>
  )
}

function FitList({ rows, fitsOnly }: { rows: readonly FitRow[]; fitsOnly: boolean }) {
  const t = useT()
  const pick = useLocalized()
  const textOf = useFitText()
  // Merges rows with the same text, which rules for different categories can have.
  const shown = new Map(rows.map((row) => [row.device?.id ?? textOf(row), row]))
  return (
    <section className={styles.panel} aria-labelledby="fits">
      <h2 id="fits" className={styles.title}>
        {t('fits.list')}
      </h2>
      <ul className={styles.rows}>
        {[...shown].map(([key, { device }]) => (
          <li key={key}>
            {device ? <Link to={paths.product(device.id)}>{pick(device, 'name')}</Link> : key}
          </li>
        ))}
      </ul>
      {fitsOnly && <p className={styles.quiet}>{t('fits.only')}</p>}
    </section>
  )
}
