import { load } from '#web/api/load.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'

/** The devices that the customer has added or bought. */
export const devicesQuery = {
  ...load(['devices'], 'GET /api/user/devices', {}, 'data'),
  staleTime: 60_000,
}

/** Whether accessories fit devices; unknown pairs are left out. */
export function fitsQuery(devices: readonly number[], accessories: readonly number[]) {
  const query = { devices: devices.join(), ids: accessories.join() }
  return {
    ...load(['fits', query], 'GET /api/products/fits', { query }, 'data'),
    enabled: devices.length > 0 && accessories.length > 0,
    staleTime: 60_000,
  }
}

/** What an accessory fits, or what fits a device. */
export const fitsOfQuery = (id: number) =>
  load(['fits-of', id], 'GET /api/products/{id}/fits', { params: { id } })

export async function setDevice(id: number, isMine: boolean): Promise<void> {
  if (isMine) await request('POST /api/user/devices', { body: { device: id } })
  else {
    await request('DELETE /api/user/devices/{id}', { params: { id } })
  }
  await queryClient.invalidateQueries(devicesQuery)
}
