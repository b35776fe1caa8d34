/** Limits used by both the server and the browser. Free of schemas, to keep them out of the browser bundle. */

/** 15 digits stay below 2^53, so an id never loses precision as a number. */
export const ID_MAX = 999_999_999_999_999

export const USERNAME_MAX = 255
export const EMAIL_MAX = 254
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const PROFILE_FIELD_MAX = 255

/** Maximum number of passkeys per account. */
export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 60

/** Maximum number of addresses per account. */
export const ADDRESSES_MAX = 20
/** Maximum length of an address's name, city, region and each line. */
export const ADDRESS_FIELD_MAX = 100
export const ADDRESS_LINES_MAX = 3
export const ADDRESS_NOTE_MAX = 500
export const POSTCODE_MAX = 20
export const PHONE_MAX = 40

export const DELIVERY_NAME_MAX = 80
export const SHIPPING_METHODS_MAX = 50
/** Maximum number of countries and regions per shipping method. */
export const DELIVERY_PLACES_MAX = 300
/** Maximum delivery time of a shipping method. */
export const DELIVERY_DAYS_MAX = 90

/** Lifetime of a password reset link. */
export const PASSWORD_LINK_MINUTES = 30

export const QUANTITY_MIN = 1
export const QUANTITY_MAX = 99

/**
 * Maximum number of different products in a purchase, and of lines in a cart. A trigger also enforces the cart's limit
 * (migration 0008); cart.test.ts fails if the two numbers differ.
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
/** Maximum number of a customer's orders per response, with or without `limit`. */
export const ORDERS_PAGE_MAX = 200

/** Maximum price in cents: one million dollars. */
export const PRICE_CENTS_MAX = 100_000_000

/** The highest low-stock limit that staff can set. */
export const LOW_STOCK_MAX = 1000
/** Maximum number of products in one bulk change. */
export const PRODUCTS_CHANGED_MAX = 200
export const STOCK_MAX = 1_000_000
/** Maximum length of the reason for a stock change. */
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

/** Maximum length of the name of a brand, subcategory, attribute or choice. */
export const GROUP_NAME_MAX = 80
export const BRANDS_MAX = 1000
/** Maximum number of subcategories across all categories. */
export const SUB_CATEGORIES_MAX = 300
/** Maximum number of attributes across all categories. */
export const ATTRIBUTES_MAX = 200
export const ATTRIBUTE_CHOICES_MAX = 200
export const UNIT_MAX = 20

export const FAMILY_PRODUCTS_MAX = 32
/** Maximum number of options of a variant group, the attributes in which its products differ. */
export const FAMILY_AXES_MAX = 3

/** Maximum number of attribute filters in one list query. */
export const ATTRIBUTE_FILTERS_MAX = 8
/** Maximum length of a product's text value for an attribute. */
export const ATTRIBUTE_VALUE_MAX = 200
/** Maximum absolute value of an attribute's number, and of the bounds of a rule's range. */
export const ATTRIBUTE_NUMBER_MAX = 1e9

/** Maximum number of rows in the list of what an accessory fits: devices, families and rules together. */
export const FITS_MAX = 200
export const FIT_CONDITIONS_MAX = 5
/** Maximum number of compatible accessories on a device's page. */
export const FITTING_MAX = 12
/** Maximum number of saved devices per customer. */
export const DEVICES_MAX = 20

/** Maximum time for paying a confirmed order: a week. */
export const PAY_MINUTES_MAX = 10_080
/** The highest value that staff can set for the hours after which an unsent order is considered late. */
export const LATE_HOURS_MAX = 720

export const PARCEL_ORDERS_MAX = 50
/** Maximum number of packing slips printed together. */
export const SLIPS_MAX = 100
/** Maximum length of a carrier's name or a tracking number. */
export const PARCEL_TEXT_MAX = 100
export const COUPON_CODE_MIN = 3
export const COUPON_CODE_MAX = 32
export const COUPON_PRODUCTS_MAX = 200
export const COUPON_USES_MAX = 1_000_000
export const COUPONS_MAX = 500

/**
 * Maximum length of a shop detail such as the postal address, of a category's tagline, and of the maintenance notice.
 */
export const SHOP_TEXT_MAX = 200
/** Maximum length of a legal page in one language. Both languages must fit into one request body (`JSON_BODY_MAX`). */
export const LEGAL_TEXT_MAX = 16_000
export const SHOP_NAME_MAX = 60
export const CATEGORY_TITLE_MAX = 60
export const SELLER_NAME_MAX = 200
export const SELLER_ADDRESS_MAX = 1_000
export const TAX_NAME_MAX = 40
export const TAX_RATES_MAX = 250
export const EXCHANGE_RATE = { minimum: 0.000001, maximum: 1_000_000, decimals: 6 }

/** Maximum length of a customer's note to the shop. */
export const PURCHASE_NOTE_MAX = 500

/** Maximum lengths of a slide's texts, in each language. */
export const SLIDE_MAX = { title: 120, subtitle: 200, cta: 40 } as const
export const PARTNER_NAME_MAX = 120
/** Maximum length of a URL entered by staff, or of a path that a slide or partner links to. */
export const LINK_MAX = 500
/** Maximum length of a picture's alternative text. Not below `PRODUCT_NAME_MAX`, since the name is the first text. */
export const ALT_MAX = 300

/** Maximum number of slides, and of partners: each list is shown and reordered as a whole. */
export const STOREFRONT_ROWS_MAX = 200

export const IMPORT_BYTES_MAX = 20 * 1024 * 1024
/** Maximum size of a ZIP with pictures. */
export const IMPORT_ZIP_BYTES_MAX = 100 * 1024 * 1024
export const IMPORT_ROWS_MAX = 20_000
/** Maximum number of problems listed for an import; the rest are only counted. */
export const IMPORT_PROBLEMS_MAX = 200
/** Maximum number of changed products listed in an import preview. */
export const IMPORT_CHANGES_MAX = 100
/** Maximum number of new products shown in an import preview. */
export const IMPORT_PREVIEW_MAX = 10
/** Maximum number of unknown categories listed in an import preview. */
export const IMPORT_WORDS_MAX = 50

export const PICTURE_BYTES_MAX = 5 * 1024 * 1024
export const PICTURE_PIXELS_MAX = 40_000_000

export const JSON_BODY_MAX = 64 * 1024
/** Room for all lines of a cart as the server sends them, with long descriptions in both languages. */
export const CART_BODY_MAX = 2 * 1024 * 1024
export const IDEMPOTENCY_KEY_MAX = 255

/** Maximum number of API tokens per owner. */
export const API_TOKENS_MAX = 20
export const WEBHOOKS_MAX = 10

/** Maximum length of the reason for a refund, which the customer sees. */
export const REFUND_REASON_MAX = 300
