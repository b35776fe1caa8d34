/** The second factor of an account: codes of an authenticator app, and recovery codes. */
import { type Static, Type } from 'typebox'
import { SignedIn } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { CODE, CurrentPassword, MessageReply } from './schema.ts'

const tag = 'Accounts'
const access = 'customer'

const Code = Type.String({
  ...CODE,
  minLength: 1,
  maxLength: 40,
  description: 'six digits of the app, or a recovery code; each is accepted once',
})
const WithCode = Type.Object({ code: Code, current_password: CurrentPassword })

export const SecondFactor = Type.Object({
  is_on: Type.Boolean(),
  is_required: Type.Boolean({
    description: 'of staff: without it, calls of staff are a 403 `second_factor_missing`',
  }),
  recovery_codes_left: Type.Integer({ minimum: 0 }),
})
export type SecondFactor = Static<typeof SecondFactor>

/** What an authenticator app stores. */
export const SecondFactorKey = Type.Object({
  secret: Type.String({ description: 'in base32, for typing' }),
  url: Type.String({ description: '`otpauth://`, for a QR code' }),
})
export type SecondFactorKey = Static<typeof SecondFactorKey>

const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'shown this once; each works once' }),
})

export const getSecondFactor = endpoint('GET /api/auth/second-factor', {
  summary: 'Whether your account has a second factor',
  ...{ tag, access },
  replies: { 200: SecondFactor },
})

export const beginSecondFactor = endpoint('POST /api/auth/second-factor', {
  summary: 'Get a new key for an authenticator app; it counts once `confirm` has had a code of it',
  ...{ tag, access },
  stepUp: true,
  body: Type.Object({ current_password: CurrentPassword }),
  replies: { 200: SecondFactorKey },
  errors: ['conflict'],
})

export const confirmSecondFactor = endpoint('POST /api/auth/second-factor/confirm', {
  summary: 'Turn the second factor on with a code of the app; ends your other sessions',
  ...{ tag, access },
  stepUp: true,
  body: WithCode,
  replies: { 200: RecoveryCodes },
  errors: ['conflict'],
})

export const renewRecoveryCodes = endpoint('POST /api/auth/second-factor/recovery-codes', {
  summary: 'Replace your recovery codes',
  ...{ tag, access },
  stepUp: true,
  body: WithCode,
  replies: { 200: RecoveryCodes },
  errors: ['conflict'],
})

export const removeSecondFactor = endpoint('POST /api/auth/second-factor/delete', {
  summary: 'Turn the second factor off',
  ...{ tag, access },
  stepUp: true,
  body: WithCode,
  replies: { 200: MessageReply },
  errors: ['conflict'],
})

export const finishSignIn = endpoint('POST /api/auth/login/second-factor', {
  summary:
    'Finish a sign-in that was answered `second_factor_required`, with its `challenge` and a code, within ten minutes',
  tag,
  access: 'public',
  body: Type.Object({ challenge: Type.String({ minLength: 1, maxLength: 200 }), code: Code }),
  replies: { 200: SignedIn },
  errors: ['bad_credentials'],
})
