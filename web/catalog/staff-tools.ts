import { type ComponentType, createContext, useContext } from 'react'
import type { Product } from '#contract/catalog.ts'

type Tools = ComponentType<{ product: Product }>

/** A slot for the controls that replace a product's shopping buttons for staff; filled by web/app. */
export const StaffToolsSlot = createContext<Tools | null>(null)

/** Null unless a staff member is signed in. Unlike `useSession`, re-renders the component only when that changes. */
export function useStaffTools(): Tools | null {
  return useContext(StaffToolsSlot)
}
