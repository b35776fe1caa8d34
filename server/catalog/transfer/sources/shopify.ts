/** Shopify: one row per variant and picture of a product; only the first row has the name and description. */
import type { Source } from './source.ts'

export const shopify: Source = {
  name: 'shopify',
  isIt: (has) =>
    has('title') &&
    (has('handle') || has('url handle')) &&
    (has('variant price') || has('option1 value')),
  columns: {
    handle: 'group',
    'url handle': 'group',
    title: 'name',
    'body (html)': 'description',
    description: 'description',
    vendor: 'brand',
    'product category': 'category',
    type: 'sub_category',
    status: 'status',
    'variant sku': 'sku',
    sku: 'sku',
    'variant price': 'price',
    price: 'price',
    'variant compare at price': 'compare_at_price',
    'compare at price': 'compare_at_price',
    'variant inventory qty': 'stock',
    'inventory quantity': 'stock',
    'option1 name': 'option_name.1',
    'option1 value': 'option.1',
    'option2 name': 'option_name.2',
    'option2 value': 'option.2',
    'option3 name': 'option_name.3',
    'option3 value': 'option.3',
    'image src': 'picture_files',
    'product image url': 'picture_files',
    'variant image': 'own_picture',
    'variant image url': 'own_picture',
  },
  tidy(cells) {
    // Exports put an apostrophe before a SKU such as 000123, so that spreadsheets keep its zeros.
    const sku = cells.get('sku')
    if (sku?.startsWith("'")) cells.set('sku', sku.slice(1))
    // Shopify's option value for a product without options.
    if (cells.get('option.1') === 'Default Title') cells.delete('option.1')
  },
}
