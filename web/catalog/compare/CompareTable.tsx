import { type CSSProperties, useRef, useState } from 'react'
import type { ProductDetail, Spec } from '#contract/catalog.ts'
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { useSession } from '#web/session/useSession.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { ItemName } from '#web/ui/ItemName.tsx'
import X from '#web/ui/icons/x.svg?icon'
import { Picture } from '#web/ui/Picture.tsx'
import { PriorPrice, ProductPrice } from '../ProductPrice.tsx'
import { ProductStock } from '../ProductStock.tsx'
import { RatingButton } from '../RatingButton.tsx'
import styles from './CompareTable.module.css'
import type { ComparedRow } from './compared-rows.ts'

interface CompareTableProps {
  products: readonly ProductDetail[]
  rows: readonly ComparedRow[]
  onRemove: (id: number) => void
}

/**
 * A table with one column per product. On a phone, two columns fit and swiping reveals more; the names stay above the
 * values.
 */
export function CompareTable({ products, rows, onRemove }: CompareTableProps) {
  const t = useT()
  const names = useRef<HTMLTableSectionElement>(null)
  const values = useRef<HTMLTableSectionElement>(null)
  const [first, setFirst] = useState(1)
  const count = products.length

  /** Keeps names and values aligned, also when the browser scrolls the names because a link in them receives focus. */
  function follow(from: HTMLElement | null, to: HTMLElement | null) {
    if (!from || !to) return
    to.scrollLeft = from.scrollLeft
    setFirst(1 + Math.round((Math.abs(from.scrollLeft) / from.scrollWidth) * count))
  }
  return (
    <section
      className={styles.frame}
      style={{ '--columns': count } as CSSProperties}
      aria-label={t('compare.differences')}
    >
      {count > SEEN && (
        <p className={styles.place}>
          {t('compare.place', { first, last: Math.min(first + SEEN - 1, count), count })}
        </p>
      )}
      <table className={styles.table}>
        <thead ref={names} onScroll={() => follow(names.current, values.current)}>
          <tr className={styles.names}>
            <td className={styles.corner} />
            {products.map((product) => (
              <Name key={product.id} product={product} onRemove={() => onRemove(product.id)} />
            ))}
          </tr>
        </thead>
        <tbody ref={values} onScroll={() => follow(values.current, names.current)}>
          <tr>
            <td className={styles.corner} />
            {products.map((product) => (
              <Facts key={product.id} product={product} />
            ))}
          </tr>
          {rows.map((row) => (
            <Values key={row.id} row={row} products={products} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The number of fully visible columns on a phone. */
const SEEN = 2

function Name({ product, onRemove }: { product: ProductDetail; onRemove: () => void }) {
  const t = useT()
  const pick = useLocalized()
  const name = pick(product, 'name')
  return (
    <th scope="col">
      <Link to={paths.product(product.id)} className={styles.picture} tabIndex={-1} aria-hidden>
        <Picture src={product.profileImage} alt="" width={96} eager />
      </Link>
      <Link to={paths.product(product.id)} className={styles.name}>
        <ItemName>{name}</ItemName>
      </Link>
      <ProductPrice product={product} />
      <PriorPrice product={product} />
      <IconButton
        label={t('compare.remove', { name })}
        className={styles.remove}
        onClick={onRemove}
      >
        <X size={18} aria-hidden />
      </IconButton>
    </th>
  )
}

function Facts({ product }: { product: ProductDetail }) {
  const { isAdmin } = useSession()
  return (
    <td>
      <div className={styles.facts}>
        <RatingButton product={product} />
        <ProductStock quantity={product.quantity} />
        {!isAdmin && <AddToCartButton product={product} wide />}
      </div>
    </td>
  )
}

function Values({ row, products }: { row: ComparedRow; products: readonly ProductDetail[] }) {
  const pick = useLocalized()
  return (
    <tr className={styles.values}>
      <th scope="row" className={styles.label}>
        <span>{pick(row.spec, 'label')}</span>
      </th>
      {products.map(({ id }, column) => (
        <td key={id}>
          <Value spec={row.values[column]} />
        </td>
      ))}
    </tr>
  )
}

function Value({ spec }: { spec: Spec | undefined }) {
  const t = useT()
  const pick = useLocalized()
  if (spec) return <bdi>{pick(spec, 'value')}</bdi>
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{t('compare.absent')}</span>
    </>
  )
}
