import { queryOptions } from '@tanstack/react-query'
import type {
  AdminProduct,
  AdminProductRow,
  AdminProductsQuery,
  changeProducts,
  EditedProduct,
  NewProduct,
  ProductChange,
} from '#contract/admin/products.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { PAGE_SIZE_MAX } from '#contract/limits.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { uploadFile } from '#web/api/upload-file.ts'
import { patchProduct } from '#web/catalog/catalog.queries.ts'

/**
 * A product as staff see it. Not cached: an edit sends the version it was based on, and a stale one would be rejected.
 */
export function adminProductQuery(id: number) {
  return queryOptions({
    queryKey: ['admin', 'product', id],
    queryFn: ({ signal }) => loadProduct(id, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

export async function loadProduct(id: number, signal?: AbortSignal): Promise<AdminProduct> {
  const parts = { params: { id }, ...(signal && { signal }) }
  return (await request('GET /api/admin/products/{id}', parts)).data
}

export async function addProduct(body: NewProduct): Promise<AdminProduct> {
  return (await request('POST /api/admin/products', { body })).data
}

/** @throws ApiError 409 if another person has changed the product in the meantime */
export async function changeProduct(id: number, body: EditedProduct): Promise<AdminProduct> {
  return (await request('PUT /api/admin/products/{id}', { params: { id }, body })).data
}

/** Loads all products of a list, or the first `max` of them. */
export async function loadProducts(
  query: AdminProductsQuery,
  max: number,
): Promise<AdminProductRow[]> {
  const products: AdminProductRow[] = []
  let cursor: string | undefined
  do {
    const limit = Math.min(PAGE_SIZE_MAX, max - products.length)
    const page = await request('GET /api/admin/products', {
      query: { ...query, limit, ...(cursor && { cursor }) },
    })
    products.push(...page.products)
    cursor = page.nextCursor ?? undefined
  } while (cursor && products.length < max)
  return products
}

/**
 * Changes many products and reloads every list. Products that have changed since they were read are skipped; if a
 * change is rejected for any other reason, no product is changed.
 */
export async function changeMany(
  changes: readonly ProductChange[],
): Promise<ReplyOf<typeof changeProducts>> {
  const body = { changes: [...changes] }
  const result = await request('POST /api/admin/products/changes', { body })
  await queryClient.invalidateQueries()
  return result
}

/**
 * Adds a picture after the product's other pictures.
 * @param onProgress receives the uploaded share, from 0 to 1
 */
export async function addPicture(
  id: number,
  file: File,
  onProgress: (part: number) => void,
): Promise<AdminProduct> {
  const parts = { params: { id }, field: 'image', file, onProgress }
  return (await uploadFile('POST /api/admin/products/{id}/pictures', parts)).data
}

/** @param change the units to add to the stock, or to write off if negative */
export async function adjustStock(id: number, change: number, note: string): Promise<AdminProduct> {
  const body = { change, ...(note && { note }) }
  return (await request('POST /api/admin/products/{id}/stock', { params: { id }, body })).data
}

/**
 * Deletes a product, or hides it if orders refer to it. Refetches every list, but not the open dialog, whose product
 * may no longer exist.
 * @returns false if the product is only hidden
 */
export async function removeProduct(id: number): Promise<boolean> {
  const { removed } = await request('DELETE /api/admin/products/{id}', { params: { id } })
  await queryClient.invalidateQueries({ predicate: isNoDialog })
  return removed
}

/** Whether a query is for anything but the product in the open dialog. */
const isNoDialog = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'product'

export async function bringBack(id: number): Promise<void> {
  await request('POST /api/admin/products/{id}/restore', { params: { id } })
  await queryClient.invalidateQueries()
}

/**
 * Updates the product in the cached lists immediately, and refetches the lists: the shop may show a different
 * compare-at price than the one staff set (server/catalog/prior-price.ts).
 */
export function showProduct(product: AdminProduct): void {
  const { name, name_ar, description, description_ar, price, compare_at_price } = product
  const { category, seller, seller_ar, quantity, sold, profileImage } = product
  patchProduct(product.id, {
    name,
    name_ar,
    description,
    description_ar,
    price,
    compare_at_price,
    category,
    seller,
    seller_ar,
    quantity,
    sold,
    profileImage,
  })
  void queryClient.invalidateQueries({ predicate: isNoDialog })
}
