/**
 * A real OpenID provider on loopback whose users sign in without a form, with hooks to tamper with its responses; and a
 * browser that goes there to sign in and returns to the shop.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import {
  type CryptoKey,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { Provider } from 'oidc-provider'

export const CLIENT_ID = 'barq'
export const CLIENT_SECRET = 'a secret between two machines that is long enough'

export interface ProviderPerson {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

interface KeyOf {
  kid: string
  privateKey: CryptoKey
  jwk: Record<string, unknown>
}

/** What a malicious provider, or an attacker in between, changes in an honest response. */
export interface Tampering {
  /** Returns the ID token to send instead of the honest one. */
  idToken?: (claims: JWTPayload) => Promise<string> | string
  /** Replaces the response of `/jwks`, `/token` or the metadata. */
  answer?: { path: string; body: unknown; status?: number; delayMs?: number }
}

export class TestProvider {
  readonly #server: Server
  issuer = ''
  key!: KeyOf
  person: ProviderPerson = { sub: 'nobody' }
  tampering: Tampering = {}

  constructor() {
    this.#server = createServer()
  }

  async open(redirectUri: string): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    this.key = await newKey('first')
    const provider = new Provider(this.issuer, this.#configuration(redirectUri))
    provider.use((ctx, next) => this.#interfere(ctx as never, next))
    provider.use(async (ctx, next) => {
      if (!ctx.path.startsWith('/interaction/')) return next()
      const login = { accountId: this.person.sub }
      return provider.interactionFinished(ctx.req, ctx.res, { login })
    })
    // Silences the provider's warnings, because clients hang up in the middle of a response on purpose here.
    provider.silent = true
    this.#server.on('request', provider.callback())
  }

  get settings() {
    return {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
      GOOGLE_ISSUER: this.issuer,
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #configuration(redirectUri: string): ConstructorParameters<typeof Provider>[1] {
    return {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [this.key.jwk as never] },
      cookies: { keys: ['a key for the cookies of a test'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      conformIdTokenClaims: false,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_ctx, accountId) => ({
        accountId,
        claims: () => ({ ...this.person, sub: accountId }),
      }),
      loadExistingGrant: async (ctx) => {
        const grant = new ctx.oidc.provider.Grant({
          clientId: CLIENT_ID,
          accountId: ctx.oidc.session?.accountId ?? '',
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    }
  }

  async #interfere(
    ctx: { path: string; body: unknown; status: number },
    next: () => Promise<void>,
  ): Promise<void> {
    const { idToken, answer } = this.tampering
    if (answer && ctx.path === answer.path) {
      await delay(answer.delayMs ?? 0)
      ctx.status = answer.status ?? 200
      ctx.body = answer.body
      return
    }
    await next()
    const body = ctx.body as { id_token?: string } | null
    if (idToken && ctx.path === '/token' && body?.id_token) {
      body.id_token = await idToken(decodeJwt(body.id_token))
    }
  }
}

export async function newKey(kid: string): Promise<KeyOf> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
  return { kid, privateKey, jwk }
}

export function publicPart({ jwk }: KeyOf): Record<string, unknown> {
  const { kty, n, e, kid, alg, use } = jwk
  return { kty, n, e, kid, alg, use }
}

export function sign(claims: JWTPayload, { kid, privateKey }: KeyOf): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
}

/** Stores cookies per origin and follows redirects; reaches the shop by `inject`, and other hosts by `fetch`. */
export class TestBrowser {
  readonly #app: FastifyInstance
  readonly #shop: string
  readonly cookies = new Map<string, Map<string, string>>()
  readonly visited: string[] = []

  constructor(app: FastifyInstance, shopOrigin: string) {
    this.#app = app
    this.#shop = shopOrigin
  }

  /**
   * Follows redirects until one leads to a page of the shop, `until` accepts the URL, or there is no further redirect.
   * @returns the last URL.
   */
  async visit(address: string, until: (url: URL) => boolean = () => false): Promise<URL> {
    let url = new URL(address, this.#shop)
    for (let step = 0; step < 15; step++) {
      this.visited.push(url.href)
      if (until(url) || (url.origin === this.#shop && !url.pathname.startsWith('/api/'))) return url
      const { location } = await this.#load(url)
      if (!location) return url
      url = new URL(location, url)
    }
    throw new Error(`too many redirects: ${this.visited.join(' > ')}`)
  }

  /** Sends a request as the shop's page would, with the cookies of the shop's origin. */
  async post(path: string, body: unknown) {
    const reply = await this.#app.inject({
      method: 'POST',
      url: path,
      payload: body as object,
      headers: { cookie: this.#cookieFor(this.#shop) },
    })
    this.#keep(this.#shop, reply.headers['set-cookie'])
    return { status: reply.statusCode, body: reply.json() }
  }

  async #load(url: URL): Promise<{ location: string | undefined }> {
    const headers = { cookie: this.#cookieFor(url.origin) }
    if (url.origin === this.#shop) {
      const reply = await this.#app.inject({ url: url.pathname + url.search, headers })
      this.#keep(url.origin, reply.headers['set-cookie'])
      // Like a browser, follows the Location header only of a redirect; the shop's redirects have the status 302.
      return { location: reply.statusCode === 302 ? reply.headers.location : undefined }
    }
    const reply = await fetch(url, { redirect: 'manual', headers })
    await reply.body?.cancel()
    this.#keep(url.origin, reply.headers.getSetCookie())
    return { location: reply.headers.get('location') ?? undefined }
  }

  #cookieFor(origin: string): string {
    return [...(this.cookies.get(origin) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
  }

  #keep(origin: string, cookies: string | string[] | undefined): void {
    const jar = this.cookies.get(origin) ?? new Map<string, string>()
    this.cookies.set(origin, jar)
    for (const line of [cookies ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }
}
