/** WooCommerce: a variable product has its own row, which its variations name as their parent. */
import type { Source } from './source.ts'

export const woocommerce: Source = {
  name: 'woocommerce',
  isIt: (has) => has('type') && has('name') && has('regular price'),
  columns: {
    id: 'foreign_id',
    type: 'kind',
    parent: 'group',
    sku: 'sku',
    name: 'name',
    published: 'status',
    description: 'description',
    'short description': 'description',
    'regular price': 'price',
    'sale price': 'sale_price',
    'date sale price starts': 'sale_from',
    'date sale price ends': 'sale_to',
    categories: 'category',
    brands: 'brand',
    stock: 'stock',
    images: 'picture_files',
    'attribute 1 name': 'option_name.1',
    'attribute 1 value(s)': 'option.1',
    'attribute 2 name': 'option_name.2',
    'attribute 2 value(s)': 'option.2',
    'attribute 3 name': 'option_name.3',
    'attribute 3 value(s)': 'option.3',
  },
  tidy(cells) {
    const kinds = (cells.get('kind') ?? '').toLowerCase().split(/\s*,\s*/)
    if (kinds.includes('variable')) {
      cells.set('group', cells.get('sku') || `id:${cells.get('foreign_id')}`)
      cells.set('is_parent', 'yes')
    } else if (!kinds.includes('variation')) {
      for (const name of ['option.1', 'option.2', 'option.3']) cells.delete(name)
    }
    // Exports write a line break as the two characters `\n`.
    const description = cells.get('description')
    if (description) cells.set('description', description.replaceAll('\\n', '\n'))
    // Of several category paths, the longest is the most specific.
    const paths = (cells.get('category') ?? '').split(/\s*,\s*/)
    const depth = (path: string) => path.split('>').length
    const [deepest = ''] = paths.toSorted((a, b) => depth(b) - depth(a))
    if (deepest) cells.set('category', deepest)
  },
}
