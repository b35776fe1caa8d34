export interface ShopNames {
  name: string
  name_ar: string
}

/** The shop's name until staff enter one. */
export const DEFAULT_NAMES: ShopNames = { name: 'Barq', name_ar: 'برق' }

/** The default colors of headers and of the marks on them. */
export const STORM = '#0b3b35'
export const FLASH = '#e9ff70'

/** The shop's name for headers and titles: in both languages, or once if both names are the same. */
export function bothNames({ name, name_ar }: ShopNames): string {
  return name === name_ar ? name : `${name} ${name_ar}`
}

/** Whether this is the default name, whose logo is the lightning bolt. */
export function isDefault({ name }: ShopNames): boolean {
  return name === DEFAULT_NAMES.name
}
