/** The tables that staff export and import. Free of schemas, to keep them out of the browser bundle. */

/** The tables on the export screen, in display order. */
export const EXPORTED_TABLES = ['purchases', 'orders', 'customers', 'stock', 'taxes'] as const
export type ExportedTable = (typeof EXPORTED_TABLES)[number]

/**
 * The columns of the exported file, followed there by the attributes' columns. An import requires `category`, `name`
 * and `price`, unless it has `sku` and only known columns, like a price list; up to ten unknown columns are ignored. A
 * row with the id or SKU of a product updates that product; any other row creates one. `stock` is a new product's
 * opening stock; an existing product's stock changes only through `stock_change`, so that an old file cannot restore
 * units sold in the meantime.
 *
 * `brand`, `sub_category` and `family` are names. `pictures`, `specs` and `fits` are lists, with one entry per line and
 * its parts separated by `|`.
 */
export const PRODUCT_COLUMNS = [
  'id',
  'sku',
  'category',
  'name',
  'name_ar',
  'description',
  'description_ar',
  'seller',
  'seller_ar',
  'price',
  'compare_at_price',
  'stock',
  'stock_change',
  'brand',
  'sub_category',
  'family',
  'specs',
  'pictures',
  'fits',
  'fits_only',
] as const

/**
 * The prefix of an attribute's column, followed by the attribute's name in the product's category. `text` attributes
 * have a second column for Arabic.
 */
export const ATTRIBUTE_COLUMN = 'attribute.'
export const ATTRIBUTE_COLUMN_AR = 'attribute_ar.'

/**
 * Additional columns found in files from other shop systems. Rows with the same `group` are variants of one product.
 * `picture_files` are file names or URLs of pictures; only pictures in the ZIP are imported.
 */
export const FOREIGN_COLUMNS = [
  'group',
  'sale_price',
  'sale_from',
  'sale_to',
  'picture_files',
  'own_picture',
  'status',
  'kind',
  'foreign_id',
] as const
/** The prefix of an option's column: `option.Color` contains the variant's value for the option "Color". */
export const OPTION_COLUMN = 'option.'

/** The tables of the exported catalog, in import order. */
export const CATALOG_TABLES = {
  'brands.csv': ['name', 'name_ar', 'logo'],
  'sub_categories.csv': ['category', 'name', 'name_ar'],
  'attributes.csv': [
    'category',
    'name',
    'name_ar',
    'kind',
    'unit',
    'unit_ar',
    'is_filter',
    'is_compared',
    'choices',
  ],
  'families.csv': ['key', 'category', 'name', 'name_ar', 'axes'],
} as const
export type CatalogTable = keyof typeof CATALOG_TABLES
export const PRODUCTS_TABLE = 'products.csv'
