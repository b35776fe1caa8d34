/** OpenID Connect with the configured provider: code flow with PKCE, state and nonce. */
import * as oidc from 'openid-client'

export interface GoogleSettings {
  issuer: string
  clientId: string
  clientSecret: string
}

/** One sign-in's secrets, for checking its callback and exchanging its code. */
export interface Flow {
  state: string
  nonce: string
  verifier: string
}

/** The provider's claims about the user. Issuer and subject are the key; the other claims may change. */
export interface Claims {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

const TIMEOUT_SECONDS = 5
export type GoogleClient = ReturnType<typeof createGoogleClient>

export function createGoogleClient(settings: GoogleSettings, redirectUri: string) {
  let configuration: Promise<oidc.Configuration> | null = null

  /** Contacts the provider on first use, so that a shop starts even while its provider is down. */
  function configure(): Promise<oidc.Configuration> {
    configuration ??= discover(settings).catch((error: unknown) => {
      configuration = null
      throw error
    })
    return configuration
  }

  return {
    /**
     * @returns the URL to send the browser to, and the secrets for checking the callback.
     * @throws if the provider cannot be reached or its metadata is invalid.
     */
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
     * Checks the provider's callback and exchanges its code.
     * @param search the query string of the callback URL.
     * @throws if the callback or the provider's response is invalid, or the provider cannot be reached.
     */
    async finish(search: string, flow: Flow): Promise<Claims> {
      const config = await configure()
      // The URL as registered with the provider, never one built from the Host header.
      const current = new URL(redirectUri)
      current.search = search
      const tokens = await oidc.authorizationCodeGrant(config, current, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider returned no ID token')
      return {
        // The issuer from the provider's metadata, since some providers use two names for themselves.
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
        // Makes the library check the ID token's signature instead of trusting the connection.
        oidc.enableNonRepudiationChecks,
        // The settings allow http only for a provider on this machine.
        ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    },
  )
}
