import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'

/** The devices that the customer has added or bought. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => (await request('GET /api/user/devices', { signal })).data,
  staleTime: 60_000,
})

/** Whether accessories fit devices; unknown pairs are left out. */
export function fitsQuery(devices: readonly number[], accessories: readonly number[]) {
  const query = { devices: devices.join(), ids: accessories.join() }
  return queryOptions({
    queryKey: ['fits', query],
    queryFn: async ({ signal }) =>
      (await request('GET /api/products/fits', { query, signal })).data,
    enabled: devices.length > 0 && accessories.length > 0,
    staleTime: 60_000,
  })
}

/** What an accessory fits, or what fits a device. */
export function fitsOfQuery(id: number) {
  return queryOptions({
    queryKey: ['fits-of', id],
    queryFn: ({ signal }) => request('GET /api/products/{id}/fits', { params: { id }, signal }),
  })
}

export async function setDevice(id: number, isMine: boolean): Promise<void> {
  if (isMine) await request('POST /api/user/devices', { body: { device: id } })
  else {
    await request('DELETE /api/user/devices/{id}', { params: { id } })
  }
  await queryClient.invalidateQueries(devicesQuery)
}
