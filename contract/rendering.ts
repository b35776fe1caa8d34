import type { Locale } from './locale.ts'
import type { ShopConfig } from './shop.ts'

/** The input for rendering a visitor's first screen, on the server and in the browser. */
export interface RenderInput {
  /** Path and query. */
  path: string
  locale: Locale
  config: ShopConfig
  /** Replies, keyed by the URL of their call. */
  answers: Record<string, object>
}

/** @returns the HTML of the screen; null if it cannot be rendered. */
export type Render = (input: RenderInput) => Promise<string | null>
