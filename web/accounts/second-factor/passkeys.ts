import type {
  CreationOptions,
  NewPasskey,
  PasskeyAnswer,
  RequestOptions,
} from '#contract/passkeys.ts'

/** Whether the browser can create passkeys from JSON; if not, passkeys are not offered. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

/** Has the browser create a passkey. @throws DOMException, including when the user cancels. */
export async function createPasskey(options: CreationOptions): Promise<NewPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** Has a passkey sign the challenge. @throws DOMException, including when the user cancels. */
export async function signWithPasskey(options: RequestOptions): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toJson(await navigator.credentials.get({ publicKey }))
}

/** Whether the user dismissed or ignored the browser's passkey dialog. */
export const isCanceled = (error: unknown) =>
  error instanceof DOMException && error.name === 'NotAllowedError'

const toJson = <Json>(credential: Credential | null) =>
  (credential as PublicKeyCredential).toJSON() as Json
