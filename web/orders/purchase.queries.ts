import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { request } from '#web/api/request.ts'

export function purchaseQuery(id: number | undefined) {
  return queryOptions({
    queryKey: ['purchase', id],
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }) => {
            const { data } = await request('GET /api/user/purchases/{id}', {
              params: { id },
              signal,
            })
            return data
          },
    staleTime: 0,
  })
}

export const usePurchase = (id: number | undefined) => useQuery(purchaseQuery(id))
