import { type ComponentType, createContext, useContext } from 'react'
import type { Product } from '#contract/catalog.ts'

type Tools = ComponentType<{ product: Product }>

/** A slot for the staff's controls on a product, instead of shopping; `app` fills it for staff. */
export const StaffToolsSlot = createContext<Tools | null>(null)

/** Null for customers, also while their session arrives: what only asks this is not rendered again for it. */
export function useStaffTools(): Tools | null {
  return useContext(StaffToolsSlot)
}
