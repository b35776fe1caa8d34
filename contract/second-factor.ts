/** The second factor of an account: codes from an authenticator app, passkeys, and recovery codes. */
import { type Static, Type } from 'typebox'
import { SignedIn } from './accounts.ts'
import { endpointsOf } from './endpoint.ts'
import { PASSKEY_NAME_MAX } from './limits.ts'
import { CreationOptions, NewPasskey, Passkey, PasskeyAnswer, RequestOptions } from './passkeys.ts'
import { CODE, CurrentPassword, LINE, MessageReply, NOT_BLANK } from './schema.ts'

const endpoint = endpointsOf('Accounts')
const access = 'customer'

const Code = Type.String({
  ...CODE,
  minLength: 1,
  maxLength: 40,
  description: 'six digits from the app, or a recovery code; each is accepted once',
})
const CODE_OR_PASSKEY = { code: Type.Optional(Code), passkey: Type.Optional(PasskeyAnswer) }

/** A code or a passkey's response is required once the second factor is on. */
const Proof = Type.Object({ ...CODE_OR_PASSKEY, current_password: CurrentPassword })

export const SecondFactor = Type.Object({
  is_on: Type.Boolean(),
  is_required: Type.Boolean({
    description:
      'whether staff must have a second factor: until the second factor is on, staff calls get a 403 `second_factor_missing`; false for customers',
  }),
  recovery_codes_left: Type.Integer({ minimum: 0 }),
  has_app: Type.Boolean(),
  passkeys: Type.Array(Passkey),
})
export type SecondFactor = Static<typeof SecondFactor>

export const SecondFactorKey = Type.Object({
  secret: Type.String({ description: 'the key in base32, for manual entry' }),
  url: Type.String({ description: 'the key as an `otpauth://` URL, for a QR code' }),
})
export type SecondFactorKey = Static<typeof SecondFactorKey>

const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    description:
      'shown only once; each code works once; empty if the second factor was already on when an app or a passkey was added',
  }),
})

export const getSecondFactor = endpoint('GET /api/auth/second-factor', {
  summary:
    'The second factor of your account: whether it is on and has an app, the passkeys, and the number of recovery codes left',
  access,
  replies: { 200: SecondFactor },
})

export const beginSecondFactor = endpoint('POST /api/auth/second-factor', {
  summary:
    'Get a new key for an authenticator app; the key takes effect once `confirm` receives a code from the app',
  access,
  stepUp: true,
  body: Proof,
  replies: { 200: SecondFactorKey },
  errors: ['conflict'],
})

export const confirmSecondFactor = endpoint('POST /api/auth/second-factor/confirm', {
  summary:
    'Add the authenticator app by sending a code from it. Your first app or passkey turns the second factor on and ends your other sessions',
  access,
  stepUp: true,
  body: Type.Object({ code: Code, current_password: CurrentPassword }),
  replies: { 200: RecoveryCodes },
  errors: ['conflict'],
})

export const renewRecoveryCodes = endpoint('POST /api/auth/second-factor/recovery-codes', {
  summary: 'Replace your recovery codes with new ones',
  access,
  stepUp: true,
  body: Proof,
  replies: { 200: RecoveryCodes },
  errors: ['conflict'],
})

export const removeSecondFactor = endpoint('POST /api/auth/second-factor/delete', {
  summary: 'Turn your second factor off',
  access,
  stepUp: true,
  body: Proof,
  replies: { 200: MessageReply },
  errors: ['conflict'],
})

export const askForPasskey = endpoint('POST /api/auth/second-factor/passkey-options', {
  summary:
    'The options for using one of your passkeys; send its response as `passkey` when you change the second factor',
  access,
  replies: { 200: RequestOptions },
})

export const beginPasskey = endpoint('POST /api/auth/second-factor/passkeys/options', {
  summary:
    'The options for creating a passkey; requires a code or a passkey once the second factor is on',
  access,
  stepUp: true,
  body: Proof,
  replies: { 200: CreationOptions },
  errors: ['conflict'],
})

export const addPasskey = endpoint('POST /api/auth/second-factor/passkeys', {
  summary:
    'Add the passkey that was created. Your first app or passkey turns the second factor on and ends your other sessions',
  access,
  stepUp: true,
  body: Type.Object({
    name: Type.String({
      ...LINE,
      pattern: NOT_BLANK,
      maxLength: PASSKEY_NAME_MAX,
      examples: ['p'],
    }),
    passkey: NewPasskey,
    current_password: CurrentPassword,
  }),
  replies: { 200: RecoveryCodes },
  errors: ['conflict'],
})

export const removePasskey = endpoint('POST /api/auth/second-factor/passkeys/{id}/delete', {
  summary:
    'Remove a passkey; returns a 409 if you have no other passkey and no app: turn the second factor off instead',
  access,
  stepUp: true,
  body: Type.Object({ current_password: CurrentPassword }),
  replies: { 200: MessageReply },
  errors: ['conflict'],
})

export const askForPasskeyAtSignIn = endpoint('POST /api/auth/login/passkey-options', {
  summary:
    'The options for using a passkey, to finish a sign-in that returned `second_factor_required`',
  access: 'public',
  body: Type.Object({ challenge: Type.String({ minLength: 1, maxLength: 200 }) }),
  replies: { 200: RequestOptions },
})

export const finishSignIn = endpoint('POST /api/auth/login/second-factor', {
  summary:
    'Finish a sign-in that returned `second_factor_required` within the last ten minutes, with its `challenge` and a code or a passkey',
  access: 'public',
  body: Type.Object({
    challenge: Type.String({ minLength: 1, maxLength: 200 }),
    ...CODE_OR_PASSKEY,
  }),
  replies: { 200: SignedIn },
  errors: ['bad_credentials'],
})
