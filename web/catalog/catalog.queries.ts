import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  getProduct,
  home,
  listProducts,
  Product,
  ProductPage,
  ProductsQuery,
  rateProduct,
  suggestProducts,
} from '#contract/catalog.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'

/** What the home page shows; also the shop window of the sign-in and sign-up screens. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => request<typeof home>('GET /api/', { signal }),
  staleTime: 60_000,
})

/** One product with its specifications, pictures and rating spread. */
export function productQuery(id: number) {
  return queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) =>
      request<typeof getProduct>('GET /api/products/{id}', { params: { id: String(id) }, signal }),
  })
}

/** All products that fit, page after page. */
export function productsQuery(filters: ProductsQuery) {
  return infiniteQueryOptions({
    queryKey: ['products', filters],
    queryFn: ({ pageParam, signal }) =>
      request<typeof listProducts>('GET /api/products', {
        query: { limit: PAGE_SIZE, ...filters, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: ProductPage) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** Products for what is being typed; the question before is called off. */
export function suggestionsQuery(words: string, category: NonNullable<ProductsQuery['category']>) {
  return queryOptions({
    queryKey: ['suggestions', category, words],
    queryFn: async ({ signal }) => {
      const query = { q: words, category }
      const reply = await request<typeof suggestProducts>('GET /api/products/suggest', {
        query,
        signal,
      })
      return reply.suggestions
    },
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
}

/** Rates a product; with no rating chosen the server refuses. */
export async function rate(productId: number, rating: number | null): Promise<void> {
  const { data } = await request<typeof rateProduct>('POST /api/user/rate', {
    body: { productId, rating: rating as number },
  })
  patchProduct(productId, data)
  // The answer tells the average; how the stars are spread comes with the product's own page.
  void queryClient.invalidateQueries(productQuery(productId))
}

/** Writes what an answer told about a product into every list that holds it, without asking again. */
export function patchProduct(id: number, change: Partial<Product>): void {
  const patch = <P extends Product>(product: P): P =>
    product.id === id ? { ...product, ...change } : product
  const patchPage = <L extends Pick<ProductPage, 'products'>>(page: L): L => ({
    ...page,
    products: page.products.map(patch),
  })

  queryClient.setQueryData(
    homeQuery.queryKey,
    (data: ReplyOf<typeof home> | undefined) =>
      data && { ...data, products: data.products.map(patch) },
  )
  queryClient.setQueriesData<{ pages: ProductPage[]; pageParams: unknown[] }>(
    { queryKey: ['products'] },
    (data) => data && { ...data, pages: data.pages.map(patchPage) },
  )
  queryClient.setQueriesData<Pick<ProductPage, 'products'>>(
    { queryKey: ['products-by-id'] },
    (data) => data && patchPage(data),
  )
  queryClient.setQueryData(productQuery(id).queryKey, (data) => data && patch(data))
}
