import * as contract from '#contract/second-factor.ts'
import type { Api } from '../../platform/http/api.ts'
import { deviceIn } from '../sessions/device.ts'
import type { SecondFactor } from './second-factor.ts'

export function secondFactorRoutes(api: Api, secondFactor: SecondFactor): void {
  api.route(contract.getSecondFactor, ({ caller }) => secondFactor.state(caller))

  api.route(contract.beginSecondFactor, ({ caller }) => secondFactor.begin(caller))

  api.route(contract.confirmSecondFactor, async ({ caller, body: { code }, address }) => ({
    recovery_codes: await secondFactor.turnOn(caller, { code, address }),
  }))

  api.route(contract.renewRecoveryCodes, async ({ caller, body: { code }, address }) => ({
    recovery_codes: await secondFactor.renewCodes(caller, { code, address }),
  }))

  api.route(contract.removeSecondFactor, async ({ caller, body: { code }, address }) => {
    await secondFactor.turnOff(caller, { code, address })
    return { message: 'Two-step sign-in is off.' }
  })

  api.route(contract.finishSignIn, ({ body, request }) =>
    secondFactor.finish(body, deviceIn(request)),
  )
}
