import { type ComponentType, createContext, Suspense, useContext } from 'react'
import type { Product } from '#contract/catalog.ts'

type Tools = ComponentType<{ product: Product }>

/** A slot for the staff's controls on a product, instead of shopping; `app` fills it. */
export const StaffToolsSlot = createContext<Tools | null>(null)

/** Renders the slot's content once its code has loaded. */
export function StaffTools({ product }: { product: Product }) {
  const Tools = useContext(StaffToolsSlot)
  return <Suspense>{Tools && <Tools product={product} />}</Suspense>
}
