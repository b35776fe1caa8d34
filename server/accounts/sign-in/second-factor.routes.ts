import * as contract from '#contract/second-factor.ts'
import type { Api } from '../../platform/http/api.ts'
import { deviceIn } from '../sessions/device.ts'
import type { SecondFactor } from './second-factor.ts'

export function secondFactorRoutes(api: Api, secondFactor: SecondFactor): void {
  api.route(contract.getSecondFactor, ({ caller }) => secondFactor.state(caller))

  api.route(contract.beginSecondFactor, ({ caller, body, address }) =>
    secondFactor.begin(caller, { ...body, address }),
  )

  api.route(contract.confirmSecondFactor, async ({ caller, body: { code }, address }) => ({
    recovery_codes: await secondFactor.addApp(caller, { code, address }),
  }))

  api.route(contract.renewRecoveryCodes, async ({ caller, body, address }) => ({
    recovery_codes: await secondFactor.renewCodes(caller, { ...body, address }),
  }))

  api.route(contract.removeSecondFactor, async ({ caller, body, address }) => {
    await secondFactor.turnOff(caller, { ...body, address })
    return { message: 'Two-step sign-in turned off.' }
  })

  api.route(contract.askForPasskey, ({ caller }) => secondFactor.askForPasskey(caller))

  api.route(contract.beginPasskey, ({ caller, body, address }) =>
    secondFactor.beginPasskey(caller, { ...body, address }),
  )

  api.route(contract.addPasskey, async ({ caller, body }) => ({
    recovery_codes: await secondFactor.addPasskey(caller, body),
  }))

  api.route(contract.removePasskey, async ({ caller, params }) => {
    await secondFactor.removePasskey(caller, params.id)
    return { message: 'Passkey removed.' }
  })

  api.route(contract.askForPasskeyAtSignIn, ({ body }) => secondFactor.askAtSignIn(body.challenge))

  api.route(contract.finishSignIn, ({ body, request }) =>
    secondFactor.finish(body, deviceIn(request)),
  )
}
