/** A4 of docs/reliability.md: a token is rejected from the moment it is revoked. */
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { askForLink, setPassword, undoEmail } from '#tests/kit/accounts.ts'
import { disconnectAll, type Live, openLive, RawClient } from '#tests/kit/live.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { describeShop, PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'

/** A way to end a stolen session; `endsOwn` says whether the person's own session ends as well. */
interface Way {
  name: string
  endsOwn: boolean
  act(shop: Shop, person: Person): Promise<{ status: number }>
}

const WAYS: Way[] = [
  {
    name: 'signing out everywhere else',
    endsOwn: false,
    act: (shop, { token }) => shop.call('DELETE', '/api/auth/sessions', { token }),
  },
  {
    name: 'a new password in the profile',
    endsOwn: false,
    act: (shop, { token, username, email }) =>
      shop.call('PUT', '/api/auth/user/update', {
        token,
        body: { username, email, password: 'a new password' },
      }),
  },
  { name: 'a new password by mail', endsOwn: true, act: resetByMail },
  { name: 'taking a change of email back', endsOwn: true, act: undoChange },
  {
    name: 'deleting the account',
    endsOwn: true,
    act: (shop, { token }) =>
      shop.call('POST', '/api/auth/user/delete', { token, body: { password: PASSWORD } }),
  },
  {
    name: 'the staff, by locking the account',
    endsOwn: true,
    act: async (shop, { id }) =>
      shop.call('POST', `/api/admin/customers/${id}/disable`, {
        token: (await shop.admin()).token,
      }),
  },
]

describeShop('a token', (shop) => {
  let live: Live

  beforeAll(async () => {
    live = await openLive(shop.db)
  })
  beforeEach(async () => void (await deliverMails(shop)))
  afterEach(disconnectAll)
  afterAll(() => live.close())

  it.for(WAYS)('and its socket are closed in every process by $name', async ({ act, endsOwn }) => {
    const person = await shop.customer()
    const stolen = await shop.signIn(person)
    const socket = await RawClient.connect(live)
    await socket.subscribe(live, stolen, `private-user.${person.id}`)
    await use(stolen)
    await shop.sql`insert into google_code (code_hash, cookie_hash, user_id, expires_at)
      values (${randomBytes(32)}, ${randomBytes(32)}, ${person.id}, now() + interval '1 minute')`

    const { status } = await act(shop, person)

    expect(status).toBe(200)
    const codes = await shop.sql`
      select from google_code where user_id = ${person.id}`
    expect(codes).toEqual([])
    expect((await shop.call('GET', '/api/user', { token: stolen })).status).toBe(401)
    expect((await socket.closed).code).toBe(4009)
    const elsewhere = await fetch(`${live.url}/api/user`, {
      headers: { authorization: `Bearer ${stolen}` },
    })
    expect([elsewhere.status, (await elsewhere.json()) as object]).toEqual([
      401,
      expect.objectContaining({ error: 'unauthenticated' }),
    ])
    const own = await shop.call('GET', '/api/user', { token: person.token })
    expect(own.status).toBe(endsOwn ? 401 : 200)
  })

  it('that differs in one bit is refused', async () => {
    const { token } = await shop.customer()
    const bytes = Buffer.from(token, 'base64url')

    const turned = Array.from({ length: 8 * bytes.length }, (_, bit) => {
      const other = Buffer.from(bytes)
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      return other.toString('base64url')
    })
    expect(turned).toHaveLength(256)
    const forms = [token.slice(1), `${token}A`, token.toLowerCase(), ` ${token}`]
    let refused = 0
    for (const forged of [...turned, ...forms]) {
      if ((await shop.call('GET', '/api/user', { token: forged })).status === 401) refused++
    }
    expect(refused).toBe(turned.length + forms.length)
    expect((await shop.call('GET', '/api/user', { token })).status).toBe(200)
  })

  it('is accepted after the scheme in any letter case, and nowhere else', async () => {
    const { token } = await shop.customer()
    const statusWith = async (headers: Record<string, string>, path = '/api/user') =>
      (await shop.call('GET', path, { headers })).status

    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect(await statusWith({ authorization: `${scheme} ${token}` })).toBe(200)
    }
    expect(await statusWith({ cookie: `barq_google=${token}; token=${token}` })).toBe(401)
    expect(await statusWith({ 'x-access-token': token, token })).toBe(401)
    expect(await statusWith({}, `/api/user?bearer=${token}&authorization=Bearer%20${token}`)).toBe(
      401,
    )
    for (const header of [`Token ${token}`, token, `Bearer  ${token}`, `Bearer ${token} x`]) {
      expect(await statusWith({ authorization: header })).toBe(401)
    }
  })

  /** Makes every process cache the token. */
  async function use(token: string): Promise<void> {
    expect((await shop.call('GET', '/api/user', { token })).status).toBe(200)
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${live.url}/api/user`, { headers })).status).toBe(200)
  }
})

async function resetByMail(shop: Shop, { email }: Person) {
  await askForLink(shop, email)
  return setPassword(shop, await mailedTo(shop, email), 'a new password')
}

async function undoChange(shop: Shop, { token, username, email }: Person) {
  const other = `${crypto.randomUUID()}@barq.example`
  await shop.call('PUT', '/api/auth/user/update', { token, body: { username, email: other } })
  return undoEmail(shop, await mailedTo(shop, email))
}

async function mailedTo(shop: Shop, email: string): Promise<string> {
  const mails = await deliverMails(shop, { isTriedAgain: true })
  return tokenIn(mails.findLast(({ to }) => to === email))
}
