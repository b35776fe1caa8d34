/** The shop's name in both languages. */
export interface ShopNames {
  name: string
  name_ar: string
}

/** Until staff enter one. */
export const DEFAULT_NAMES: ShopNames = { name: 'Barq', name_ar: 'برق' }

/** The colours until staff choose one: of headers, and of marks on them. */
export const STORM = '#0b3b35'
export const FLASH = '#e9ff70'

/** As headers and titles have it: in both scripts, once where they are the same. */
export function bothNames({ name, name_ar }: ShopNames): string {
  return name === name_ar ? name : `${name} ${name_ar}`
}

/** Whether it is the name that the shop came with, whose mark is the flash. */
export function isDefault({ name }: ShopNames): boolean {
  return name === DEFAULT_NAMES.name
}
