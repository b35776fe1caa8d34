import { useQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Product } from '#contract/catalog.ts'
import type { Device, Fit } from '#contract/fits.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Tag } from '#web/ui/Tag.tsx'
import styles from './FitTags.module.css'
import { fitsQuery } from './fits.queries.ts'
import { useDevices } from './useDevices.ts'

interface Known {
  devices: readonly Device[]
  /** Whether each accessory fits, per device; keyed by the accessory's id. */
  answers: ReadonlyMap<number, readonly Fit[]>
}

const FitsContext = createContext<Known>({ devices: [], answers: new Map() })

interface FitsOfListProps {
  products: readonly Product[]
  children: ReactNode
}

/** Fetches, once per page of a list, which of its products fit the customer's devices. */
export function FitsOfList({ products, children }: FitsOfListProps) {
  const devices = useDevices()
  const accessories = products
    .filter(({ category }) => category === 'Accessories')
    .map(({ id }) => id)
  const ids = devices.map(({ id }) => id)
  const pages = Array.from({ length: Math.ceil(accessories.length / PAGE_SIZE) }, (_, page) =>
    accessories.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
  )
  const fits = useQueries({
    queries: pages.map((page) => fitsQuery(ids, page)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  const known = useMemo(
    () => ({ devices, answers: Map.groupBy(fits, ({ product }) => product) }),
    [devices, fits],
  )
  return <FitsContext value={known}>{children}</FitsContext>
}

/**
 * A tag on a card's picture, which is too narrow for device names; renders nothing if it is unknown whether the product
 * fits.
 */
export function FitTag({ product }: { product: Product }) {
  const t = useT()
  const { devices, answers } = useContext(FitsContext)
  const known = answers.get(product.id) ?? []
  const fitting = devices.filter(({ id }) => known.some((fit) => fit.device === id && fit.fits))
  const hasOne = devices.length === 1
  if (fitting.length > 0) {
    return (
      <p className={styles.tag}>
        <Tag tone="good">
          {hasOne ? t('fits.yours') : t('fits.several', { count: fitting.length })}
        </Tag>
      </p>
    )
  }
  // Without an answer for every device, one of them may still fit.
  if (devices.length === 0 || known.length < devices.length) return null
  return (
    <p className={styles.tag}>
      <Tag>{t(hasOne ? 'fits.notYours' : 'fits.none')}</Tag>
    </p>
  )
}
