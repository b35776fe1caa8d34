import { editFits, getAdminFits, getFitChoices } from '#contract/admin.ts'
import { addDevice, checkFits, getFits, listDevices, removeDevice } from '#contract/fits.ts'
import type { Api } from '../../platform/http/api.ts'
import type { ResponseCache } from '../../platform/http/response-cache/response-cache.ts'
import { tagsOfList, tagsOfProduct, tagsOfShown } from '../cached-catalog.ts'
import type { Devices } from './devices.ts'
import type { Fits } from './fits.ts'

export interface FitsRoutesParts {
  fits: Fits
  devices: Devices
  pages: ResponseCache
}

export function fitsRoutes(api: Api, { fits, devices, pages }: FitsRoutesParts): void {
  api.data(checkFits, ({ query }) => fits.check(idsIn(query.devices), idsIn(query.ids)))

  api.route(getFits, async (call) => {
    const { id } = call.params
    const page = {
      key: `fits:${id}`,
      tags: [...tagsOfList('stock'), ...tagsOfProduct(id)],
      async build() {
        const found = await fits.of(id)
        return { json: JSON.stringify(found), tags: tagsOfShown(found.accessories) }
      },
    }
    return pages.send(page, call)
  })

  api.data(listDevices, ({ caller }) => devices.list(caller))

  api.route(addDevice, async ({ caller, body }) => {
    await devices.add(caller, body.device)
    return { message: 'Device added.' }
  })

  api.route(removeDevice, async ({ caller, params }) => {
    await devices.remove(caller, params.id)
    return { message: 'Device removed.' }
  })
}

export function fitsAdminRoutes(api: Api, fits: Fits): void {
  api.data(getAdminFits, ({ params }) => fits.forStaff(params.id))

  api.route(getFitChoices, () => fits.choices())

  api.data(editFits, ({ caller, params, body }) => fits.edit(caller, params.id, body))
}

function idsIn(text: string): number[] {
  return [...new Set(text.split(',').map(Number))]
}
