/** The tables that staff export and import. No schemas: the browser loads this file. */

/** The tables of the export screen, in the order in which it lists them. */
export const EXPORTED_TABLES = ['purchases', 'orders', 'customers', 'stock', 'taxes'] as const
export type ExportedTable = (typeof EXPORTED_TABLES)[number]

/**
 * Columns of the exported file; the columns of the attributes follow. An import needs `category`, `name` and `price`,
 * unless it has `sku` and only known columns, like a price list; up to ten unknown columns are ignored. A row with the
 * id or SKU of a product changes the product; any other row creates a product. `stock` is the opening stock of a new
 * product; the stock of an existing product changes only by `stock_change`, so that an old file cannot restore units
 * that were sold in the meantime.
 *
 * `brand`, `sub_category` and `family` are names. `pictures`, `specs` and `fits` are lists: one entry
 * per line, its parts separated by `|`.
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
 * The prefix of an attribute's column; the attribute's name in the product's category follows. Attributes of kind
 * `text` have a second column for Arabic.
 */
export const ATTRIBUTE_COLUMN = 'attribute.'
export const ATTRIBUTE_COLUMN_AR = 'attribute_ar.'

/**
 * Further columns that files from other shop systems may have. Rows with the same `group` are variants of one product.
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
/** The prefix of an option's column: `option.Color` has the variant's value of the option "Color". */
export const OPTION_COLUMN = 'option.'

/** The tables of the exported catalog, in the order in which they are imported. */
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
