import { type ComponentType, createContext, useContext } from 'react'
import type { Product } from '#contract/catalog.ts'

type Tools = ComponentType<{ product: Product }>

/** A slot for the staff's controls on a product, instead of shopping; `app` fills it. */
export const StaffToolsSlot = createContext<Tools | null>(null)

/** Renders the slot's content. */
export function StaffTools({ product }: { product: Product }) {
  const Tools = useContext(StaffToolsSlot)
  return Tools && <Tools product={product} />
}
