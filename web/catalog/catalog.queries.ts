import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { home, Product } from '#contract/catalog.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { ProductPage, ProductsQuery } from '#contract/product-lists.ts'
import { fromDocument, listUpdatedAt } from '#web/api/from-document.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'

/** The home page's data; the product, sign-in and sign-up screens use it, too. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => request('GET /api/', { signal }),
  staleTime: 60_000,
  ...fromDocument('GET /api/'),
  initialDataUpdatedAt: listUpdatedAt,
})

export function productQuery(id: number) {
  return queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => request('GET /api/products/{id}', { params: { id }, signal }),
    ...fromDocument('GET /api/products/{id}', { params: { id } }),
  })
}

export function productsQuery(filters: ProductsQuery) {
  return infiniteQueryOptions({
    queryKey: ['products', filters],
    queryFn: ({ pageParam, signal }) =>
      request('GET /api/products', {
        query: {
          limit: PAGE_SIZE,
          ...filters,
          // Facets are requested only with the first page.
          ...(pageParam ? { cursor: pageParam, facets: false } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: ProductPage) => page.nextCursor,
    placeholderData: keepPreviousData,
    ...fromDocument('GET /api/products', { query: { limit: PAGE_SIZE, ...filters } }, (page) => ({
      pages: [page],
      pageParams: [''],
    })),
    initialDataUpdatedAt: listUpdatedAt,
  })
}

export function suggestionsQuery(words: string, category: NonNullable<ProductsQuery['category']>) {
  return queryOptions({
    queryKey: ['suggestions', category, words],
    queryFn: async ({ signal }) => {
      const query = { q: words, category }
      const reply = await request('GET /api/products/suggest', { query, signal })
      return reply.suggestions
    },
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
}

/** Rates a product; the server rejects null. */
export async function rate(productId: number, rating: number | null): Promise<void> {
  const { data } = await request('POST /api/user/rate', {
    body: { productId, rating: rating as number },
  })
  patchProduct(productId, data)
  // The reply contains the new average and count, but not the distribution.
  void queryClient.invalidateQueries(productQuery(productId))
}

/** Updates a product in the cached product lists and on its own page, without a request. */
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
