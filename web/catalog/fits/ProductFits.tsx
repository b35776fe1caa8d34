import { useQuery } from '@tanstack/react-query'
import type { Product } from '#contract/catalog.ts'
import type { FitRow } from '#contract/fits.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import ProductRail from '../ProductRail.tsx'
import { fitsOfQuery } from './fits.queries.ts'
import styles from './ProductFits.module.css'
import { useFitText } from './useFitText.ts'

/** Of a device, the accessories that fit it; of an accessory, what it fits. Else nothing. */
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
            <Link to={`${paths.category('Accessories')}?fits=${product.id}`}>
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
  return (
    <section className={styles.panel} aria-labelledby="fits">
      <h2 id="fits" className={styles.title}>
        {t('fits.list')}
      </h2>
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={JSON.stringify(row)}>
            {row.device ? (
              <Link to={paths.product(row.device.id)}>{pick(row.device, 'name')}</Link>
            ) : (
              textOf(row)
            )}
          </li>
        ))}
      </ul>
      {fitsOnly && <p className={styles.quiet}>{t('fits.only')}</p>}
    </section>
  )
}
