/** Every limit that both the server and the page must know. Plain values, no schema library. */

export const USERNAME_MAX = 255
export const EMAIL_MAX = 254
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const PROFILE_FIELD_MAX = 255
/** How long a mailed link to set a password works. */
export const PASSWORD_LINK_MINUTES = 30

export const QUANTITY_MIN = 1
export const QUANTITY_MAX = 99

/** Different products one order may name; a cart cannot hold more lines than this either. */
export const ORDER_LINES_MAX = 100

export const STARS_MIN = 1
export const STARS_MAX = 5

export const SEARCH_MAX = 200
export const SUGGESTIONS_MAX = 8
export const PAGE_SIZE_MAX = 60
export const PAGE_SIZE = 24
export const HOME_PRODUCTS_MAX = 96
/** Own orders in one answer, with and without `limit`. */
export const ORDERS_PAGE_MAX = 200

/** Highest price in whole cents (one million). */
export const PRICE_CENTS_MAX = 100_000_000

/** Units that can still be ordered at which the staff is warned; see also migration 0003. */
export const LOW_STOCK = 5
export const STOCK_MAX = 1_000_000
export const PRODUCT_NAME_MAX = 300
export const DESCRIPTION_MAX = 5000
export const SPECS_MAX = 40
export const PICTURES_MAX = 12

/** A paid order that is not delivered after so many hours is late. */
export const LATE_AFTER_HOURS = 24

/** Slides, and partners, of the home page: a list that is shown, and put in order, as a whole. */
export const WINDOW_ROWS_MAX = 200

export const IMPORT_BYTES_MAX = 20 * 1024 * 1024
export const IMPORT_ROWS_MAX = 20_000
/** Problems of an import that are named; the others are counted. */
export const IMPORT_PROBLEMS_MAX = 200

export const PICTURE_BYTES_MAX = 5 * 1024 * 1024
export const PICTURE_PIXELS_MAX = 40_000_000

export const JSON_BODY_MAX = 64 * 1024
export const IDEMPOTENCY_KEY_MAX = 255
