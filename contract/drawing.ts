import type { Locale } from './locale.ts'
import type { ShopConfig } from './shop.ts'

/** The input from which a visitor's first screen is drawn, on the server and in the browser. */
export interface Drawing {
  /** Path and query. */
  path: string
  locale: Locale
  config: ShopConfig
  /** Keyed by the address of the call. */
  answers: Record<string, object>
}

/** @returns the HTML of the screen; null when it cannot be drawn. */
export type Draw = (drawing: Drawing) => Promise<string | null>
