import { queryOptions } from '@tanstack/react-query'
import type {
  AdminProduct,
  AdminProductSort,
  AdminProductsQuery,
  addProductPicture,
  changeStock,
  createProduct,
  deleteProduct,
  EditedProduct,
  editProduct,
  getAdminProduct,
  listAdminProducts,
  NewProduct,
  restoreProduct,
} from '#contract/admin/products.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { patchProduct } from '#web/catalog/catalog.queries.ts'
import { uploadFile } from '../parts/upload.ts'

/** The wire's orders; contract/admin/products.ts has them beside its schemas. */
export const PRODUCT_SORTS = [
  'newest',
  'name',
  'price',
  '-price',
  'sold',
  'stock',
] as const satisfies readonly AdminProductSort[]

/** One page of the products that fit. */
export function loadProducts(
  filters: AdminProductsQuery,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  return request<typeof listAdminProducts>('GET /api/admin/products', {
    query: { limit: PAGE_SIZE, ...filters, ...(cursor && { cursor }) },
    signal,
  })
}

/** A product as staff see it. Never from the cache: an edit names the version it was read in. */
export function adminProductQuery(id: number) {
  return queryOptions({
    queryKey: ['admin', 'product', id],
    queryFn: ({ signal }) => loadProduct(id, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** A product as it is now. */
export async function loadProduct(id: number, signal?: AbortSignal): Promise<AdminProduct> {
  const parts = { params: { id: String(id) }, ...(signal && { signal }) }
  return (await request<typeof getAdminProduct>('GET /api/admin/products/{id}', parts)).data
}

/** Puts a product into the shop. */
export async function addProduct(body: NewProduct): Promise<AdminProduct> {
  return (await request<typeof createProduct>('POST /api/admin/products', { body })).data
}

/** Changes a product; a 409 when somebody else changed it meanwhile. */
export async function changeProduct(id: number, body: EditedProduct): Promise<AdminProduct> {
  const params = { id: String(id) }
  const call = 'PUT /api/admin/products/{id}'
  return (await request<typeof editProduct>(call, { params, body })).data
}

/** Adds a picture behind those that are there. */
export async function addPicture(
  id: number,
  file: File,
  onProgress: (part: number) => void,
): Promise<AdminProduct> {
  const call = 'POST /api/admin/products/{id}/pictures'
  const params = { id: String(id) }
  const parts = { params, field: 'image', file, onProgress }
  return (await uploadFile<typeof addProductPicture>(call, parts)).data
}

/** Adds units that came in, or writes some off. */
export async function adjustStock(id: number, change: number, note: string): Promise<AdminProduct> {
  const params = { id: String(id) }
  const body = { change, ...(note && { note }) }
  const call = 'POST /api/admin/products/{id}/stock'
  return (await request<typeof changeStock>(call, { params, body })).data
}

/**
 * Takes a product out of the shop; tells whether nothing of it remains. Every list asks again,
 * but not the open dialog, whose product is gone.
 */
export async function removeProduct(id: number): Promise<boolean> {
  const params = { id: String(id) }
  const call = 'DELETE /api/admin/products/{id}'
  const { removed } = await request<typeof deleteProduct>(call, { params })
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'product' })
  return removed
}

/** Shows a hidden product again. */
export async function bringBack(id: number): Promise<void> {
  const params = { id: String(id) }
  const call = 'POST /api/admin/products/{id}/restore'
  await request<typeof restoreProduct>(call, { params })
  await queryClient.invalidateQueries()
}

/** Lets every list show a product as it is now. */
export function showProduct(product: AdminProduct): void {
  const { name, name_ar, description, description_ar, price, compare_at_price } = product
  const { category, seller, quantity, sold, profileImage } = product
  patchProduct(product.id, {
    ...{ name, name_ar, description, description_ar, price, compare_at_price },
    ...{ category, seller, quantity, sold, profileImage },
  })
  void queryClient.invalidateQueries({ queryKey: ['admin', 'products'] })
  void queryClient.invalidateQueries({ queryKey: ['admin', 'dashboard'] })
}
