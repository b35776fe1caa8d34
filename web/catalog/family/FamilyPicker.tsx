import { type MouseEvent, useId } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { ProductFamily } from '#contract/catalog.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { useValueText } from '#web/i18n/useValueText.ts'
import { isOrdinary, Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { productQuery } from '../catalog.queries.ts'
import styles from './FamilyPicker.module.css'
import { Swatch } from './Swatch.tsx'
import { type Way, waysFrom } from './ways.ts'

/** The option values in a product's family, each linking to the nearest product with that value. */
export function FamilyPicker({ family }: { family: ProductFamily }) {
  const asked = Number(useParams().id)
  const here = family.products.find(({ id }) => id === asked)
  if (!here || family.products.length < 2) return null
  return (
    <div className={styles.axes}>
      {waysFrom(family, here).map(({ axis, ways }) => (
        <Axis key={axis.id} axis={axis} ways={ways} />
      ))}
    </div>
  )
}

function Axis({ axis, ways }: { axis: ProductFamily['axes'][number]; ways: readonly Way[] }) {
  const pick = useLocalized()
  const textOf = useValueText()
  const label = useId()
  const chosen = ways.find(({ isHere }) => isHere)
  return (
    <div>
      <p id={label} className={styles.label}>
        {pick(axis, 'name')}: <strong>{chosen && textOf(axis, chosen.value)}</strong>
      </p>
      <ul className={styles.values} aria-labelledby={label}>
        {ways.map((way) => (
          <li key={way.to.id}>
            <Value way={way} text={textOf(axis, way.value)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Value({ way, text }: { way: Way; text: string }) {
  const t = useT()
  const follow = useWalk()
  const { to, value, isHere, changesOthers } = way
  const isSoldOut = to.quantity === 0
  const swatch = value.choice?.swatch
  const prefetch = () => void queryClient.prefetchQuery(productQuery(to.id))
  const notes = [isSoldOut && t('product.soldOut'), changesOthers && t('family.changesOthers')]
  const note = notes.filter(Boolean).join('. ')
  return (
    <Link
      to={paths.product(to.id)}
      className={cx(
        styles.value,
        isHere && styles.here,
        isSoldOut && styles.soldOut,
        changesOthers && styles.other,
      )}
      aria-current={isHere ? 'true' : undefined}
      title={note || undefined}
      onClick={(event) => follow(event, to.id)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    >
      {swatch && <Swatch color={swatch} />}
      <span className={styles.text}>{text}</span>
      {note && <span className="visually-hidden">({note})</span>}
    </Link>
  )
}

/**
 * Navigates to another product in the family. Replaces the history entry, so that Back leaves the family, and preserves
 * the page's place (`as`), so that the page does not scroll back to the top.
 */
function useWalk() {
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  return (event: MouseEvent, id: number) => {
    if (!isOrdinary(event)) return
    event.preventDefault()
    navigate(paths.product(id), { replace: true, state: { as: state?.as ?? pathname } })
  }
}
