/** Limits that both the server and the browser use. No schemas: the browser loads this file. */

/** 15 digits stay below 2^53, so an id never loses precision as a number. */
export const ID_MAX = 999_999_999_999_999

export const USERNAME_MAX = 255
export const EMAIL_MAX = 254
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const PROFILE_FIELD_MAX = 255

/** Passkeys per account. */
export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 60

/** Addresses per account. */
export const ADDRESSES_MAX = 20
/** Length of the name, city, region and each line of an address. */
export const ADDRESS_FIELD_MAX = 100
export const ADDRESS_LINES_MAX = 3
export const ADDRESS_NOTE_MAX = 500
export const POSTCODE_MAX = 20
export const PHONE_MAX = 40

export const DELIVERY_NAME_MAX = 80
export const SHIPPING_METHODS_MAX = 50
/** Countries and regions of one shipping method. */
export const DELIVERY_PLACES_MAX = 300
/** Maximum delivery time of a shipping method. */
export const DELIVERY_DAYS_MAX = 90

/** Lifetime of a password reset link. */
export const PASSWORD_LINK_MINUTES = 30

export const QUANTITY_MIN = 1
export const QUANTITY_MAX = 99

/**
 * Different products in one purchase, and lines in a cart. A trigger also enforces the limit of a cart (migration
 * 0008); cart.test.ts fails if the trigger has a different number.
 */
export const ORDER_LINES_MAX = 100

export const STARS_MIN = 1
export const STARS_MAX = 5

export const SEARCH_MAX = 200
export const SUGGESTIONS_MAX = 8
export const COMPARED_MAX = 4
export const PAGE_SIZE_MAX = 60
export const PAGE_SIZE = 24
export const HOME_PRODUCTS_MAX = 96
/** A customer's orders in one response, with or without `limit`. */
export const ORDERS_PAGE_MAX = 200

/** Maximum price in cents: one million dollars. */
export const PRICE_CENTS_MAX = 100_000_000

/** Maximum of the low-stock limit that staff set. */
export const LOW_STOCK_MAX = 1000
/** Products in one bulk change. */
export const PRODUCTS_CHANGED_MAX = 200
export const STOCK_MAX = 1_000_000
/** Length of the reason for a stock change. */
export const STOCK_NOTE_MAX = 300
export const PRODUCT_NAME_MAX = 300
export const DESCRIPTION_MAX = 5000
export const SPECS_MAX = 40
export const SPEC_LABEL_MAX = 80
export const SPEC_VALUE_MAX = 200
export const SELLER_MAX = 120
export const SKU_MAX = 64
export const PICTURES_MAX = 12

/** Counts in lists are exact up to this number; beyond it they are a lower bound. */
export const COUNT_MAX = 10_000

/** Length of the name of a brand, subcategory, attribute or choice. */
export const GROUP_NAME_MAX = 80
export const BRANDS_MAX = 1000
/** Subcategories in all categories together. */
export const SUB_CATEGORIES_MAX = 300
/** Attributes in all categories together. */
export const ATTRIBUTES_MAX = 200
export const ATTRIBUTE_CHOICES_MAX = 200
export const UNIT_MAX = 20

export const FAMILY_PRODUCTS_MAX = 32
/** Options of a variant group: the attributes in which its products differ. */
export const FAMILY_AXES_MAX = 3

/** Attribute filters in one list query. */
export const ATTRIBUTE_FILTERS_MAX = 8
/** Length of a product's text value for an attribute. */
export const ATTRIBUTE_VALUE_MAX = 200
/** Maximum absolute value of an attribute's number, and of the ends of a rule's range. */
export const ATTRIBUTE_NUMBER_MAX = 1e9

/** Rows in the list of what an accessory fits: devices, families and rules together. */
export const FITS_MAX = 200
export const FIT_CONDITIONS_MAX = 5
/** Compatible accessories on a device's page. */
export const FITTING_MAX = 12
/** Saved devices per customer. */
export const DEVICES_MAX = 20

/** Maximum time for paying a confirmed order: a week. */
export const PAY_MINUTES_MAX = 10_080
/** Maximum that staff can set for the hours after which an unsent order counts as late. */
export const LATE_HOURS_MAX = 720

export const PARCEL_ORDERS_MAX = 50
/** Packing slips printed at once. */
export const SLIPS_MAX = 100
/** Length of a carrier's name or a tracking number. */
export const PARCEL_TEXT_MAX = 100
export const COUPON_CODE_MIN = 3
export const COUPON_CODE_MAX = 32
export const COUPON_PRODUCTS_MAX = 200
export const COUPON_USES_MAX = 1_000_000
export const COUPONS_MAX = 500

/** Length of a shop detail such as the postal address, of a category's tagline, and of the maintenance notice. */
export const SHOP_TEXT_MAX = 200
/** Length of a legal page in one language. Both languages must fit into one request body (`JSON_BODY_MAX`). */
export const LEGAL_TEXT_MAX = 16_000
export const SHOP_NAME_MAX = 60
export const CATEGORY_TITLE_MAX = 60
export const SELLER_NAME_MAX = 200
export const SELLER_ADDRESS_MAX = 1_000
export const TAX_NAME_MAX = 40
export const TAX_RATES_MAX = 250
export const EXCHANGE_RATE = { minimum: 0.000001, maximum: 1_000_000, decimals: 6 }

/** Length of a customer's note to the shop. */
export const PURCHASE_NOTE_MAX = 500

/** Lengths of a slide's texts, in each language. */
export const SLIDE_MAX = { title: 120, subtitle: 200, cta: 40 } as const
export const PARTNER_NAME_MAX = 120
/** Length of a URL that staff enter, or of a path that a slide or partner links to. */
export const LINK_MAX = 500
/** Length of a picture's alternative text. */
export const ALT_MAX = 200

/** Slides, and partners, of a shop: each list is shown and reordered as a whole. */
export const STOREFRONT_ROWS_MAX = 200

export const IMPORT_BYTES_MAX = 20 * 1024 * 1024
/** Size of a ZIP with pictures. */
export const IMPORT_ZIP_BYTES_MAX = 100 * 1024 * 1024
export const IMPORT_ROWS_MAX = 20_000
/** Problems that an import lists; the rest are only counted. */
export const IMPORT_PROBLEMS_MAX = 200
/** Changed products listed in an import preview. */
export const IMPORT_CHANGES_MAX = 100
/** New products shown in an import preview. */
export const IMPORT_PREVIEW_MAX = 10
/** Unknown categories listed in an import preview. */
export const IMPORT_WORDS_MAX = 50

export const PICTURE_BYTES_MAX = 5 * 1024 * 1024
export const PICTURE_PIXELS_MAX = 40_000_000

export const JSON_BODY_MAX = 64 * 1024
export const IDEMPOTENCY_KEY_MAX = 255

/** API tokens per owner. */
export const API_TOKENS_MAX = 20
export const WEBHOOKS_MAX = 10

/** Length of the reason that staff give a customer for a refund. */
export const REFUND_REASON_MAX = 300
