/** Tools for customers' AI assistants: read-only, and without personal data. */
import type { Static, TSchema } from 'typebox'
import type { ListedProduct, Product, ProductDetail } from '#contract/catalog.ts'
import type { Fit } from '#contract/fits.ts'
import { MCP_RESULTS_MAX, McpCart, McpFit, McpProduct, McpSearch } from '#contract/mcp.ts'
import { filledCartPath, productPath } from '#contract/page-paths.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { nameIn } from '../platform/words/name-in.ts'
import { absolute, addressOf, productFacts, type Reader } from './page-facts.ts'

export interface ToolNeeds {
  catalog: Pick<Catalog, 'products' | 'product' | 'search' | 'homeLists'>
  /** Resolves to the pairs for which the shop knows whether the accessory fits the device. */
  checkFits(devices: readonly number[], accessories: readonly number[]): Promise<Fit[]>
}

export interface Tool<Input extends TSchema = TSchema> {
  name: string
  title: string
  description: string
  input: Input
  /** @throws ShopError `not_found`. */
  answer(reader: Reader, input: Static<Input>): Promise<object>
}

export function toolsOf({ catalog, checkFits }: ToolNeeds): Tool[] {
  return [
    tool({
      name: 'search_products',
      title: 'Search products',
      description: `Find up to ${MCP_RESULTS_MAX} products, best matches first unless \`sort\` says otherwise. Variants of a product (color, storage) count as one result. \`total\` counts all results`,
      input: McpSearch,
      async answer(reader, { language: _, ...query }) {
        const wanted = { ...query, group: 'family' as const, limit: MCP_RESULTS_MAX }
        const { products, total } = await catalog.search(wanted)
        return { total, products: products.map((product) => summary(reader, product)) }
      },
    }),
    tool({
      name: 'get_product',
      title: 'Get a product',
      description:
        'Get the description, specifications, price, availability, pictures and variants of a product',
      input: McpProduct,
      answer: async (reader, { id }) => detail(reader, await catalog.product(id)),
    }),
    tool({
      name: 'check_fit',
      title: 'Check compatibility',
      description:
        'Check by id whether accessories fit devices. The result for each pair is "yes", "no", or "unknown" if the shop does not know',
      input: McpFit,
      async answer(_reader, { accessories, devices }) {
        const known = await checkFits(devices, accessories)
        const pairs = accessories.flatMap((accessory) =>
          devices.map((device) => {
            const found = known.find((one) => one.product === accessory && one.device === device)
            return { accessory, device, fits: found ? (found.fits ? 'yes' : 'no') : 'unknown' }
          }),
        )
        return { pairs }
      },
    }),
    tool({
      name: 'make_cart_link',
      title: 'Make a cart link',
      description:
        'Make a link that offers to add products to the cart of the customer who opens it; it orders nothing. `url` is null if none of the products is available; `sold_out` and `missing` list the ids of products that are sold out or do not exist',
      input: McpCart,
      async answer({ publicUrl }, { items }) {
        const wanted = new Map(items.map(({ id, quantity = 1 }) => [id, quantity]))
        const products = await catalog.products([...wanted.keys()])
        const stock = new Map(products.map(({ id, quantity }) => [id, quantity]))
        const lines = [...wanted].map(([id, quantity]) => {
          return { id, quantity: Math.min(quantity, stock.get(id) ?? 0) }
        })
        const offered = lines.filter(({ quantity }) => quantity > 0)
        const ids = [...wanted.keys()]
        return {
          url: offered.length > 0 ? absolute(publicUrl, filledCartPath(offered)) : null,
          sold_out: ids.filter((id) => stock.get(id) === 0),
          missing: ids.filter((id) => !stock.has(id)),
        }
      },
    }),
  ]
}

/** Checks the tool against the type of its input, which a list of tools cannot express. */
function tool<Input extends TSchema>(one: Tool<Input>): Tool {
  return one as unknown as Tool
}

function offer(
  { config }: Reader,
  { price, compare_at_price: before, quantity, ...product }: Product,
) {
  const { rating, ratings } = product.group_rating ?? product
  return {
    price,
    currency: config.currency,
    ...(before !== null && { price_before: before }),
    in_stock: quantity > 0,
    ...(ratings > 0 && { rating, ratings }),
  }
}

function summary(reader: Reader, product: ListedProduct) {
  return {
    id: product.id,
    name: nameIn(reader.locale, product.family ?? product),
    ...offer(reader, product),
    ...(product.family && { variants: product.family.products }),
    url: addressOf(reader, productPath(product.id)),
  }
}

function detail(reader: Reader, product: ProductDetail) {
  const { title, text, url, images, brand } = productFacts(reader, product)
  const isArabic = reader.locale === 'ar'
  return {
    id: product.id,
    name: title,
    brand,
    category: product.category,
    description: text,
    ...offer(reader, product),
    specs: product.specs.map((spec) => ({
      label: isArabic ? spec.label_ar : spec.label,
      value: isArabic ? spec.value_ar : spec.value,
    })),
    variants: (product.family?.products ?? [])
      .filter(({ id }) => id !== product.id)
      .map((one) => ({
        id: one.id,
        name: nameIn(reader.locale, one),
        price: one.price,
        in_stock: one.quantity > 0,
      })),
    images,
    url,
  }
}
