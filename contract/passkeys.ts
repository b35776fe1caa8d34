/** Passkeys (WebAuthn), and the options and responses of the browser's API; bytes are base64url. */
import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from './schema.ts'

const CredentialId = Type.String({ minLength: 1, maxLength: 1400 })
const Descriptors = Type.Array(
  Type.Object({
    id: Type.String(),
    type: Type.Literal('public-key'),
    transports: Type.Optional(Type.Array(Type.String())),
  }),
)

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const CreationOptions = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(
    Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') }),
  ),
  timeout: Type.Integer(),
  attestation: Type.Literal('none'),
  excludeCredentials: Descriptors,
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('preferred'),
    userVerification: Type.Literal('preferred'),
  }),
})
export type CreationOptions = Static<typeof CreationOptions>

/** `PublicKeyCredentialRequestOptionsJSON`; `allowCredentials` is empty if the account has no passkeys. */
export const RequestOptions = Type.Object({
  challenge: Type.String(),
  timeout: Type.Integer(),
  rpId: Type.String(),
  allowCredentials: Descriptors,
  userVerification: Type.Literal('preferred'),
})
export type RequestOptions = Static<typeof RequestOptions>

/** The fields of `RegistrationResponseJSON` that the server reads. */
export const NewPasskey = Type.Object({
  id: CredentialId,
  response: Type.Object({
    clientDataJSON: Type.String({ maxLength: 4000 }),
    attestationObject: Type.String({ maxLength: 20_000 }),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
})
export type NewPasskey = Static<typeof NewPasskey>

/** The fields of `AuthenticationResponseJSON` that the server reads. */
export const PasskeyAnswer = Type.Object({
  id: CredentialId,
  response: Type.Object({
    clientDataJSON: Type.String({ maxLength: 4000 }),
    authenticatorData: Type.String({ maxLength: 4000 }),
    signature: Type.String({ maxLength: 4000 }),
  }),
})
export type PasskeyAnswer = Static<typeof PasskeyAnswer>

export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
})
export type Passkey = Static<typeof Passkey>
