import * as contract from '#contract/accounts.ts'
import type { Api } from '../platform/http/api.ts'
import { localeOf } from '../platform/http/field-messages.ts'
import { readUpload } from '../platform/http/read-upload.ts'
import type { Accounts } from './accounts.ts'
import type { PasswordReset } from './password-reset.ts'

export function accountsRoutes(api: Api, accounts: Accounts, passwordReset: PasswordReset): void {
  api.route(contract.register, async ({ body, address }) => {
    await accounts.register(body, address)
    return { message: 'Sign up successfuly.' }
  })

  api.route(contract.login, async ({ body, address, request }) => {
    const device = { address, userAgent: request.headers['user-agent'] }
    const { token, accountType } = await accounts.login(body.email, body.password, device)
    return { access_token: token, token_type: 'Bearer' as const, account_type: accountType }
  })

  api.route(contract.logout, async ({ caller }) => {
    await accounts.logout(caller)
    return { message: 'Signed out.' }
  })

  api.route(contract.currentUser, ({ caller }) => accounts.profile(caller))
  api.route(contract.currentUserAlias, ({ caller }) => accounts.profile(caller))

  api.route(contract.updateProfile, async ({ caller, body }) => ({
    message: 'Profile updated.',
    user: await accounts.updateProfile(caller, body),
  }))

  api.route(contract.uploadPicture, async ({ caller, request }) => ({
    data: { profileImage: await accounts.setPicture(caller, await readUpload(request, 'image')) },
  }))

  api.route(contract.requestPasswordLink, async ({ body, address, request }) => {
    await passwordReset.ask(body.email, localeOf(request.headers['accept-language']), address)
    return { message: 'If there is such an account, a link is on its way.' }
  })

  api.route(contract.resetPassword, async ({ body }) => {
    await passwordReset.reset(body)
    return { message: 'The new password is set. Please sign in.' }
  })
}
