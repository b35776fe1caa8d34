import type { Locale } from './locale.ts'
import type { ShopConfig } from './shop.ts'

/** What the first screen of a visitor is drawn from, on the server as in the browser. */
export interface Drawing {
  /** With its query. */
  path: string
  locale: Locale
  config: ShopConfig
  /** By the address of the call. */
  answers: Record<string, object>
}

/** @returns the HTML of the screen; null when it cannot be drawn. */
export type Draw = (drawing: Drawing) => Promise<string | null>
