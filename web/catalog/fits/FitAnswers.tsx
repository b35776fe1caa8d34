import { useQuery } from '@tanstack/react-query'
import type { Product } from '#contract/catalog.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import CircleCheck from '#web/ui/icons/circle-check.svg?icon'
import CircleHelp from '#web/ui/icons/circle-question-mark.svg?icon'
import CircleX from '#web/ui/icons/circle-x.svg?icon'
import styles from './FitAnswers.module.css'
import { fitsQuery } from './fits.queries.ts'
import { OwnDevice } from './OwnDevice.tsx'
import { useDevices } from './useDevices.ts'

/**
 * Shows in the buy box whether an accessory fits the customer's devices or, for a device, whether it is one of them.
 */
export default function FitAnswers({ product }: { product: Product }) {
  return product.category === 'Accessories' ? (
    <Answers product={product} />
  ) : (
    <OwnDevice product={product} />
  )
}

const ICONS = { yes: CircleCheck, no: CircleX, unknown: CircleHelp }

function Answers({ product }: { product: Product }) {
  const t = useT()
  const pick = useLocalized()
  const devices = useDevices()
  const { data: known } = useQuery(
    fitsQuery(
      devices.map(({ id }) => id),
      [product.id],
    ),
  )
  if (!known || devices.length === 0) return null
  const fitOf = (id: number) => known.find(({ device }) => device === id)
  // If a charger fits the phone, whether it fits the TV is not a question; whether it fits the other phone is.
  const asked = new Set(devices.filter(({ id }) => fitOf(id)).map(({ category }) => category))
  const shown = devices.filter(({ category }) => asked.size === 0 || asked.has(category))
  return (
    <ul className={styles.answers}>
      {shown.map((device) => {
        const fit = fitOf(device.id)
        const answer = fit ? (fit.fits ? 'yes' : 'no') : 'unknown'
        const Icon = ICONS[answer]
        return (
          <li key={device.id} data-answer={answer}>
            <Icon size={18} aria-hidden />
            {t(`fits.${answer}`, { device: pick(device, 'name') })}
          </li>
        )
      })}
    </ul>
  )
}
