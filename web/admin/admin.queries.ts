import type { BodyOf } from '#contract/endpoint.ts'
import type { DeleteProduct, EditProduct } from '#web/api/pending-contract.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { patchProduct } from '#web/catalog/catalog.queries.ts'

/** Changes a product of the shop. */
export async function editProduct(id: number, body: BodyOf<EditProduct>): Promise<void> {
  const { data } = await request<EditProduct>('PUT /api/admin/products/{id}', {
    params: { id: String(id) },
    body,
  })
  patchProduct(id, data)
}

/** Takes a product out of the shop. */
export async function deleteProduct(id: number): Promise<void> {
  await request<DeleteProduct>('DELETE /api/admin/products/{id}', { params: { id: String(id) } })
  await queryClient.invalidateQueries()
}
