/** OpenID Connect with the configured provider: code flow with PKCE, state and nonce. */
import * as oidc from 'openid-client'

export interface GoogleSettings {
  issuer: string
  clientId: string
  clientSecret: string
}

/** What one sign-in must bring back. */
export interface Flow {
  state: string
  nonce: string
  verifier: string
}

/** What the provider says about who signed in. Issuer and subject are the key; the rest may change. */
export interface Claims {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

const TIMEOUT_SECONDS = 5
/** Far above any provider's keys and metadata, far below what would hurt. */
const ANSWER_BYTES_MAX = 256 * 1024

export type GoogleClient = ReturnType<typeof createGoogleClient>

export function createGoogleClient(settings: GoogleSettings, redirectUri: string) {
  let configuration: Promise<oidc.Configuration> | null = null

  /** Asks the provider at the first use, so that a shop starts while its provider is down. */
  function configure(): Promise<oidc.Configuration> {
    configuration ??= discover(settings).catch((error: unknown) => {
      configuration = null
      throw error
    })
    return configuration
  }

  return {
    /** Where the browser goes now, and what must come back with it. */
    async begin(): Promise<{ address: URL; flow: Flow }> {
      const config = await configure()
      const flow = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const address = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        response_type: 'code',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      })
      return { address, flow }
    },

    /**
     * Checks what came back and exchanges its code.
     * @param search of the address the browser came back to.
     * @throws when anything is not exactly as it must be.
     */
    async finish(search: string, flow: Flow): Promise<Claims> {
      const config = await configure()
      // The address as it was registered: never what the Host header says.
      const current = new URL(redirectUri)
      current.search = search
      const tokens = await oidc.authorizationCodeGrant(config, current, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('no ID token came back')
      return {
        // The configured spelling: some providers name themselves in two ways.
        issuer: config.serverMetadata().issuer,
        subject: claims.sub,
        email: typeof claims.email === 'string' ? claims.email : null,
        emailVerified: claims.email_verified === true,
        name: typeof claims.name === 'string' ? claims.name : null,
      }
    },
  }
}

function discover({ issuer, clientId, clientSecret }: GoogleSettings): Promise<oidc.Configuration> {
  const url = new URL(issuer)
  return oidc.discovery(
    url,
    clientId,
    { id_token_signed_response_alg: 'RS256' },
    oidc.ClientSecretPost(clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      execute: [
        // Left out, the library would trust the connection and not look at the signature.
        oidc.enableNonRepudiationChecks,
        // The settings allow http for a provider on this machine only.
        ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
      [oidc.customFetch]: fetchLittle,
    },
  )
}

/** As fetch, but an answer that does not end is not read to its end. */
const fetchLittle: oidc.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) throw new Error(`${new URL(url).pathname} answers too much`)
    chunks.push(chunk)
  }
  return new Response(chunks.length > 0 ? Buffer.concat(chunks) : null, {
    status: response.status,
    headers: response.headers,
  })
}
