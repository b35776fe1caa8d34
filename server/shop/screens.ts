import { LEGAL_PAGES } from '#contract/legal.ts'
import { CATEGORIES } from '#contract/locale.ts'
import { categoryPath, legalPath } from '#contract/page-paths.ts'

/** The paths of all screens other than legal pages and categories, as in web/navigation/paths.ts. */
const SCREENS =
  /^\/(?:sign-in|sign-up|password\/reset|email\/(?:confirm|undo|order|demo)|profile|carts|orders|contact|(?:order-preview|payment-method)\/[^/]+|product\/[1-9]\d{0,14}|product\/show(?:\/[^/]+)?|user\/compare|user\/product\/show|admin(?:\/.*)?)?$/

/** Whether the path has a screen; any other path is a 404. */
export const isScreen = (path: string): boolean =>
  SCREENS.test(path) ||
  LEGAL_PAGES.some((page) => legalPath(page) === path) ||
  CATEGORIES.some((category) => categoryPath(category) === path)
