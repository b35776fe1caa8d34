import { queryOptions } from '@tanstack/react-query'
import type {
  AdminProduct,
  changeStock,
  deleteProduct,
  editProduct,
  getAdminProduct,
} from '#contract/admin/products.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { patchProduct } from '#web/catalog/catalog.queries.ts'

/** A product as staff see it. Never from the cache: an edit names the version it was read in. */
export function adminProductQuery(id: number) {
  return queryOptions({
    queryKey: ['admin-product', id],
    queryFn: async ({ signal }) => {
      const params = { id: String(id) }
      const call = 'GET /api/admin/products/{id}'
      return (await request<typeof getAdminProduct>(call, { params, signal })).data
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Changes a product of the shop; a 409 when somebody else changed it meanwhile. */
export async function saveProduct(id: number, body: BodyOf<typeof editProduct>): Promise<void> {
  const params = { id: String(id) }
  const call = 'PUT /api/admin/products/{id}'
  show((await request<typeof editProduct>(call, { params, body })).data)
}

/** Adds units that came in, or writes some off. */
export async function adjustStock(id: number, change: number): Promise<void> {
  const params = { id: String(id) }
  const call = 'POST /api/admin/products/{id}/stock'
  show((await request<typeof changeStock>(call, { params, body: { change } })).data)
}

/** Takes a product out of the shop. */
export async function removeProduct(id: number): Promise<void> {
  const params = { id: String(id) }
  await request<typeof deleteProduct>('DELETE /api/admin/products/{id}', { params })
  await queryClient.invalidateQueries()
}

function show(product: AdminProduct): void {
  const { name, name_ar, description, description_ar, price, compare_at_price } = product
  const { category, seller, quantity, sold } = product
  patchProduct(product.id, {
    ...{ name, name_ar, description, description_ar, price, compare_at_price },
    ...{ category, seller, quantity, sold },
  })
}
