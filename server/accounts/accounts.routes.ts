import { Readable } from 'node:stream'
import * as contract from '#contract/accounts.ts'
import type { Api } from '../platform/http/api.ts'
import { readUpload } from '../platform/http/read-upload.ts'
import { localeOf, statedLocale, translatorFor } from '../platform/http/request-language.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import type { Accounts } from './accounts.ts'
import type { CloseAccount } from './close-account.ts'
import type { ExportData } from './data-export.ts'
import type { EmailChanges } from './emails/email-change.ts'
import { deviceIn } from './sessions/device.ts'
import type { PasswordReset } from './sign-in/password-reset.ts'
import type { StepUp } from './sign-in/step-up.ts'

export interface AccountVerbs {
  accounts: Accounts
  passwordReset: PasswordReset
  emailChanges: EmailChanges
  stepUp: StepUp
  closeAccount: CloseAccount
  exportData: ExportData
}

export function accountsRoutes(api: Api, verbs: AccountVerbs): void {
  const { accounts, passwordReset, emailChanges, stepUp, closeAccount, exportData } = verbs

  api.route(contract.register, async ({ body, address, request, reply }) => {
    try {
      await accounts.register(body, localeOf(request.headers['accept-language']), address)
      return { message: 'Sign up successfuly.' }
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== 'too_many') throw error
      // A rate-limited registration has its own response shape and status.
      reply.errorCode = error.code
      reply.code(200)
      return { error: true as const, data: { email: translatorFor(request)(error.sentence) } }
    }
  })

  api.route(contract.login, ({ body, request }) =>
    accounts.login(body.email, body.password, deviceIn(request)),
  )

  api.route(contract.logout, async ({ caller }) => {
    await accounts.logout(caller)
    return { message: 'Signed out.' }
  })

  api.route(contract.currentUser, ({ caller }) => accounts.profile(caller))
  api.route(contract.currentUserAlias, ({ caller }) => accounts.profile(caller))

  api.route(contract.updateProfile, async ({ caller, body, address, request }) => {
    const locale = statedLocale(request.headers['accept-language'])
    const saved = await accounts.updateProfile(caller, body, { locale, address })
    return { ...saved, message: translatorFor(request)(saved.message) }
  })

  api.route(contract.uploadPicture, async ({ caller, address, request }) => {
    const bytes = await readUpload(request, 'image')
    return { data: { profileImage: await accounts.setPicture(caller, bytes, address) } }
  })

  api.route(contract.requestPasswordLink, async ({ body, address, request }) => {
    await passwordReset.ask(body.email, localeOf(request.headers['accept-language']), address)
    return { message: 'If an account has this email, a link is on its way.' }
  })

  api.route(contract.resetPassword, async ({ body, address }) => {
    await passwordReset.reset(body, address)
    return { message: 'Password changed. Please sign in.' }
  })

  api.route(contract.confirmPassword, async ({ caller, body, address }) => {
    await stepUp(caller, { password: body.current_password, address })
    return { message: 'Password confirmed.' }
  })

  api.route(contract.confirmEmail, async ({ body }) => {
    await emailChanges.confirm(body.token)
    return { message: 'Email confirmed.' }
  })

  api.route(contract.resendEmailLink, async ({ caller }) => {
    await emailChanges.resend(caller.id)
    return { message: 'If your email is not confirmed yet, a link is on its way.' }
  })

  api.route(contract.keepEmail, async ({ caller }) => {
    await emailChanges.keep(caller)
    return { message: 'Your account keeps its current email.' }
  })

  api.route(contract.undoEmailChange, async ({ body }) => {
    await emailChanges.undo(body.token)
    return {
      message: 'Previous email restored. We emailed you a link to set a new password.',
    }
  })

  api.route(contract.closeAccount, async ({ caller, body, address }) => {
    await closeAccount(caller, body.password, address)
    return { message: 'Account deleted.' }
  })

  api.route(contract.downloadDataExport, async ({ caller, reply }) => {
    const slices = await exportData(caller)
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="barq-data.json"')
      .send(Readable.from(slices))
  })
}
