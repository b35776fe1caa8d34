import { type ComponentType, createContext, Suspense, useContext } from 'react'
import type { Product } from '#contract/catalog.ts'

type Tools = ComponentType<{ product: Product }>

/** A slot for what staff see on a product in place of the shopping; `app` fills it. */
export const StaffToolsSlot = createContext<Tools | null>(null)

/** What fills the slot, as soon as its code has loaded. */
export function StaffTools({ product }: { product: Product }) {
  const Tools = useContext(StaffToolsSlot)
  return <Suspense>{Tools && <Tools product={product} />}</Suspense>
}
