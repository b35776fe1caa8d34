import { expect, it } from 'vitest'
import { askForLink, login, setPassword } from '#tests/kit/accounts.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { begin, callOf, enrol, finishSignIn } from '#tests/kit/second-factor.ts'
import { describeShop, PASSWORD, type Person } from '#tests/kit/shop.ts'

describeShop('an account with a second factor', (shop) => {
  const isSignedIn = async ({ token }: { token: string }) =>
    (await shop.call('GET', '/api/auth/user', { token })).status === 200
  const stateOf = async ({ token }: Person) =>
    (await shop.call('GET', '/api/auth/second-factor', { token })).body
  const challengeOf = async ({ email }: Person) => (await login(shop, email)).body.challenge

  it('is signed in by password and code, and by the password alone until a code was given', async () => {
    const person = await shop.customer()
    const code = await begin(shop, person)
    const before = await login(shop, person.email)
    const wrong = await callOf(shop, person, '/confirm', '000000')
    const on = await callOf(shop, person, '/confirm', code(0))

    expect([before.status, wrong.status, on.status]).toEqual([200, 422, 200])
    expect(wrong.body.errors.code).toHaveLength(1)
    expect(new Set(on.body.recovery_codes).size).toBe(10)
    expect(await stateOf(person)).toEqual({
      is_on: true,
      is_required: false,
      recovery_codes_left: 10,
      has_app: true,
      passkeys: [],
    })
    const asked = await login(shop, person.email)
    expect(asked).toMatchObject({ status: 403, body: { error: 'second_factor_required' } })
    expect(Object.keys(asked.body)).not.toContain('access_token')
    const done = await finishSignIn(shop, asked.body.challenge, code(1))
    expect(done.status).toBe(200)
    expect(Object.keys(done.body)).toEqual(Object.keys(before.body))
    expect(await isSignedIn({ token: done.body.access_token })).toBe(true)
  })

  it('answers a wrong password like any other', async () => {
    const person = await shop.customer()
    await enrol(shop, person)
    const stranger = await login(shop, 'nobody@barq.example', 'wrong')
    expect(await login(shop, person.email, 'wrong')).toMatchObject({
      status: stranger.status,
      body: stranger.body,
    })
  })

  it('loses its other sessions and gets an email, as when it is turned off', async () => {
    const person = await shop.customer()
    const elsewhere = await login(shop, person.email)
    await deliverMails(shop)
    const { code } = await enrol(shop, person)

    expect(await isSignedIn({ token: elsewhere.body.access_token })).toBe(false)
    expect(await isSignedIn(person)).toBe(true)
    expect((await callOf(shop, person, '/delete', '123')).status).toBe(422)
    expect((await callOf(shop, person, '/delete', code(1))).status).toBe(200)
    expect((await login(shop, person.email)).status).toBe(200)
    const subjects = (await deliverMails(shop)).map(({ subject }) => subject)
    expect(subjects).toEqual([
      'Two-step sign-in is on for your Barq account',
      'Two-step sign-in is off for your Barq account',
    ])
  })

  it('accepts a code once, of two at the same moment too, and none that is older', async () => {
    const person = await shop.customer()
    const { code } = await enrol(shop, person)
    const challenges = [await challengeOf(person), await challengeOf(person)]

    const once = code(1)
    const both = await Promise.all(challenges.map((one) => finishSignIn(shop, one, once)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    for (const used of [once, code(0)]) {
      const { status } = await finishSignIn(shop, await challengeOf(person), used)
      expect(status).toBe(422)
    }
  })

  it('accepts a challenge once, for ten minutes, and not after a new password', async () => {
    const person = await shop.customer()
    const { code, recovery } = await enrol(shop, person)
    const [used = '', spare = ''] = recovery
    const first = await challengeOf(person)
    const late = await challengeOf(person)
    const reset = await challengeOf(person)
    expect((await finishSignIn(shop, first, used)).status).toBe(200)
    expect((await finishSignIn(shop, first, spare)).body.errors.challenge).toHaveLength(1)
    await shop.sql`update sign_in_challenge set expires_at = now() where expires_at = (
      select min(expires_at) from sign_in_challenge where user_id = ${person.id})`
    expect((await finishSignIn(shop, late, code(1))).body.errors.challenge).toHaveLength(1)
    await deliverMails(shop)
    await askForLink(shop, person.email)
    const link = tokenIn((await deliverMails(shop)).find(({ to }) => to === person.email))
    expect((await setPassword(shop, link, 'a new password')).status).toBe(200)
    expect((await finishSignIn(shop, reset, code(1))).body.errors.challenge).toHaveLength(1)
    expect((await login(shop, person.email, 'a new password')).status).toBe(403)
  })

  it('is opened by each recovery code once, however it is typed, until there are new ones', async () => {
    const person = await shop.customer()
    const { code, recovery } = await enrol(shop, person)
    const [one = '', two = ''] = recovery
    const typed = one.toLowerCase().replaceAll('-', ' ')
    const challenges = [await challengeOf(person), await challengeOf(person)]

    const both = await Promise.all(challenges.map((each) => finishSignIn(shop, each, typed)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await stateOf(person)).recovery_codes_left).toBe(9)
    const made = await callOf(shop, person, '/recovery-codes', code(1))
    expect(made.body.recovery_codes).toHaveLength(10)
    expect((await finishSignIn(shop, await challengeOf(person), two)).status).toBe(422)
    expect(await stateOf(person)).toEqual({
      is_on: true,
      is_required: false,
      recovery_codes_left: 10,
      has_app: true,
      passkeys: [],
    })
    const other = await shop.customer()
    const { recovery: others } = await enrol(shop, other)
    expect((await finishSignIn(shop, await challengeOf(person), others[0] ?? '')).status).toBe(422)
  })

  it('cannot be guessed, and the guesses shut nobody out elsewhere', async () => {
    const person = await shop.customer()
    await login(shop, person.email)
    const { code } = await enrol(shop, person)
    const challenge = await challengeOf(person)
    const statuses = []
    for (let i = 0; i < 12; i++) {
      statuses.push((await finishSignIn(shop, challenge, '12345', '127.7.0.1')).status)
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
    for (let i = 0; i < 30; i++) await finishSignIn(shop, challenge, '12345', `127.8.${i}.1`)
    expect((await finishSignIn(shop, challenge, code(1), '127.9.0.1')).status).toBe(429)
    // The request comes from a network that has signed in before.
    expect((await finishSignIn(shop, challenge, code(1))).status).toBe(200)
  })

  it('is not turned on, renewed or turned off by a token alone, nor twice', async () => {
    const person = await shop.customer()
    expect((await callOf(shop, person, '/delete', '123456')).status).toBe(409)
    await enrol(shop, person)
    expect((await callOf(shop, person, '')).status).toBe(409)
    expect((await callOf(shop, person, '/confirm', '123456')).status).toBe(409)
    await shop.sql`update session set proved_at = now() - interval '601 seconds'`
    for (const path of ['', '/confirm', '/recovery-codes', '/delete']) {
      const { body } = await callOf(shop, person, path, '123456')
      expect(Object.keys(body.errors)).toEqual(['current_password'])
    }
  })

  it('keeps no code and no challenge in clear, and nothing once the account is closed', async () => {
    const person = await shop.customer()
    const { recovery } = await enrol(shop, person)
    const challenge = await challengeOf(person)
    const rows = async () =>
      (
        await shop.sql<{ kept: string }>`
          select (select jsonb_agg(to_jsonb(c)) from recovery_code c where user_id = ${person.id})
            || (select jsonb_agg(to_jsonb(s)) from sign_in_challenge s where user_id = ${person.id})
            || (select jsonb_agg(to_jsonb(f) - 'secret') from second_factor f where user_id = ${person.id})
            as kept`
      )[0]?.kept
    const kept = JSON.stringify(await rows())
    for (const secret of [...recovery, challenge]) {
      expect(kept).not.toContain(secret)
      expect(kept).not.toContain(Buffer.from(secret.replaceAll('-', '')).toString('hex'))
    }
    await shop.call('POST', '/api/auth/user/delete', {
      token: person.token,
      body: { password: PASSWORD },
    })
    expect(await rows()).toBeNull()
  })
})
