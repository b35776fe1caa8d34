import type { Product } from '#contract/catalog.ts'
import type { Shop } from './shop.ts'

export async function pages(shop: Shop, query: Record<string, string>): Promise<Product[]> {
  const all: Product[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await shop.call('GET', '/api/products', {
      query: { ...query, ...(cursor && { cursor }) },
    })
    if (status !== 200) throw new Error(`the list of products has status ${status}`)
    all.push(...body.products)
    cursor = body.nextCursor
    if (all.length > 1000) throw new Error('the list of products does not end')
  }
  return all
}
