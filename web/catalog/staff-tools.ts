import { type ComponentType, createContext, useContext } from 'react'
import type { Product } from '#contract/catalog.ts'

type Tools = ComponentType<{ product: Product }>

/** A slot for the controls that replace a product's shopping buttons for staff; filled by web/app. */
export const StaffToolsSlot = createContext<Tools | null>(null)

/**
 * Null for customers, even before their session has loaded, so that components using nothing else from the session are
 * not re-rendered.
 */
export function useStaffTools(): Tools | null {
  return useContext(StaffToolsSlot)
}
