/** Google Merchant Center feeds: one row per variant; all variants of a product share an `item_group_id`. */
import type { Source } from './source.ts'

export const googleMerchant: Source = {
  name: 'google',
  isIt: (has) =>
    has('id') && has('title') && has('price') && (has('image link') || has('availability')),
  columns: {
    id: 'sku',
    title: 'name',
    description: 'description',
    brand: 'brand',
    price: 'price',
    'sale price': 'sale_price',
    'sale price effective date': 'sale_from',
    'product type': 'category',
    'google product category': 'category',
    'item group id': 'group',
    color: 'option.Color',
    size: 'option.Size',
    material: 'option.Material',
    'image link': 'own_picture',
    'additional image link': 'picture_files',
    quantity: 'stock',
  },
  tidy(cells) {
    const [from = '', to] = (cells.get('sale_from') ?? '').split('/')
    if (to === undefined) return
    cells.set('sale_from', from)
    cells.set('sale_to', to)
  },
}
