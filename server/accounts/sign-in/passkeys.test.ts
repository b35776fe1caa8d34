import { expect, it } from 'vitest'
import { login } from '#tests/kit/accounts.ts'
import { deliverMails } from '#tests/kit/mails.ts'
import { add, addPasskey, asked, askedAtSignIn, authenticator, begin } from '#tests/kit/passkeys.ts'
import * as app from '#tests/kit/second-factor.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('an account with a passkey', (shop) => {
  const stateOf = async ({ token }: Person) =>
    (await shop.call('GET', '/api/auth/second-factor', { token })).body
  const challengeOf = async ({ email }: Person) => (await login(shop, email)).body.challenge
  const finish = (challenge: string, passkey: unknown, address = '127.0.0.1') =>
    shop.call('POST', '/api/auth/login/second-factor', { body: { challenge, passkey }, address })
  const post = ({ token }: Person, path: string, body: Record<string, unknown> = {}) =>
    shop.call('POST', `/api/auth/second-factor${path}`, { token, body })
  const remove = (person: Person, id: number) => post(person, `/passkeys/${id}/delete`)

  it('is signed in by password and passkey, or by a recovery code', async () => {
    const person = await shop.customer()
    const elsewhere = await login(shop, person.email)
    const passkey = await addPasskey(shop, person)
    expect(passkey.recovery).toHaveLength(10)
    expect(await stateOf(person)).toMatchObject({
      is_on: true,
      has_app: false,
      recovery_codes_left: 10,
      passkeys: [{ name: 'My phone', last_used_at: null }],
    })
    const { token } = { token: elsewhere.body.access_token }
    expect((await shop.call('GET', '/api/auth/user', { token })).status).toBe(401)

    const challenge = await challengeOf(person)
    const options = await askedAtSignIn(shop, challenge)
    expect(options.allowCredentials).toMatchObject([{ transports: ['internal'] }])
    const done = await finish(challenge, passkey.sign(options))
    expect(done.status).toBe(200)
    const { passkeys } = await stateOf({ ...person, token: done.body.access_token })
    expect(passkeys[0].last_used_at).not.toBeNull()
    const [code = ''] = passkey.recovery
    expect((await app.finishSignIn(shop, await challengeOf(person), code)).status).toBe(200)
  })

  it('asks the same of accounts without a passkey, and nothing after the sign-in', async () => {
    const [plain, person] = [await shop.customer(), await shop.customer()]
    await app.enrol(shop, plain)
    const passkey = await addPasskey(shop, person)
    const challenge = await challengeOf(person)
    const options = await askedAtSignIn(shop, challenge)
    const ofPlain = await askedAtSignIn(shop, await challengeOf(plain))
    expect(Object.keys(ofPlain)).toEqual(Object.keys(options))
    expect(ofPlain.allowCredentials).toEqual([])
    await finish(challenge, passkey.sign(options))
    const again = await shop.call('POST', '/api/auth/login/passkey-options', {
      body: { challenge },
    })
    expect(again.body.errors.challenge).toHaveLength(1)
  })

  it('accepts an answer once, at its own sign-in, from the shop, by its own key', async () => {
    const [person, other] = [await shop.customer(), await shop.customer()]
    const [passkey, others] = [await addPasskey(shop, person), await addPasskey(shop, other)]
    const [first, second] = [await challengeOf(person), await challengeOf(person)]
    const options = await askedAtSignIn(shop, first)
    const right = passkey.sign(options)
    const forged = { ...right, response: others.sign(options).response }

    expect((await finish(second, right)).body.errors.passkey).toHaveLength(1)
    for (const wrong of [
      passkey.sign(options, 0, 'https://barq.phish.example'),
      forged,
      others.sign(options),
      { ...right, id: 'unknown' },
    ]) {
      const body = await askedAtSignIn(shop, first)
      expect((await finish(first, wrong)).status).toBe(422)
      expect(body.challenge).not.toBe(options.challenge)
    }
    const fresh = passkey.sign(await askedAtSignIn(shop, first))
    await askedAtSignIn(shop, second)
    expect((await finish(second, fresh)).status).toBe(422)
    const both = await Promise.all([finish(first, fresh), finish(first, fresh)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('refuses a passkey whose counter does not grow, which is a copy', async () => {
    const person = await shop.customer()
    const passkey = await addPasskey(shop, person)
    const signIn = async (use: number) => {
      const challenge = await challengeOf(person)
      return (await finish(challenge, passkey.sign(await askedAtSignIn(shop, challenge), use)))
        .status
    }
    expect([await signIn(5), await signIn(5), await signIn(0), await signIn(6)]).toEqual([
      200, 422, 422, 200,
    ])
  })

  it('limits wrong answers as it limits wrong codes', async () => {
    const person = await shop.customer()
    await addPasskey(shop, person)
    const challenge = await challengeOf(person)
    const wrong = authenticator().sign(await askedAtSignIn(shop, challenge))
    const statuses = []
    for (let i = 0; i < 12; i++) statuses.push((await finish(challenge, wrong, '127.7.1.1')).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  })

  it('is changed only by who shows a passkey or a code, and each change is mailed', async () => {
    const person = await shop.customer()
    const passkey = await addPasskey(shop, person)
    const second = authenticator()
    await deliverMails(shop)
    expect(Object.keys((await begin(shop, person)).body.errors)).toEqual(['code'])
    expect(Object.keys((await post(person, '')).body.errors)).toEqual(['code'])
    const proof = { passkey: passkey.sign(await asked(shop, person)) }
    const { body: options } = await begin(shop, person, proof)
    expect(options.excludeCredentials).toHaveLength(1)
    expect((await begin(shop, person, proof)).status).toBe(422)

    expect(
      (await add(shop, person, authenticator().create({ ...options, challenge: 'x' }))).status,
    ).toBe(422)
    const made = second.create(options)
    expect((await add(shop, person, made, 'My key')).body.recovery_codes).toEqual([])
    expect((await add(shop, person, made)).status).toBe(422)
    const [first, last] = (await stateOf(person)).passkeys
    expect((await remove(await shop.customer(), first.id)).status).toBe(404)
    expect((await remove(person, first.id)).status).toBe(200)
    expect((await remove(person, last.id)).status).toBe(409)

    const off = await post(person, '/delete', { passkey: second.sign(await asked(shop, person)) })
    expect(off.status).toBe(200)
    expect(await stateOf(person)).toMatchObject({ is_on: false, passkeys: [] })
    expect((await login(shop, person.email)).status).toBe(200)
    const subjects = (await deliverMails(shop)).map(({ subject }) => subject)
    expect(subjects).toEqual([
      'Two-step sign-in for your Barq account was changed',
      'Two-step sign-in for your Barq account was changed',
      'Two-step sign-in is off for your Barq account',
    ])
  })

  it('may have an app as well, whose key opens nothing before its first code', async () => {
    const person = await shop.customer()
    const passkey = await addPasskey(shop, person)
    const proof = { passkey: passkey.sign(await asked(shop, person)) }
    const { body: key } = await post(person, '', proof)
    const code = app.codesOf(key.secret)
    expect((await app.finishSignIn(shop, await challengeOf(person), code(0))).status).toBe(422)
    expect((await post(person, '/confirm', { code: code(0) })).body.recovery_codes).toEqual([])
    expect((await app.finishSignIn(shop, await challengeOf(person), code(1))).status).toBe(200)
    const [{ id }] = (await stateOf(person)).passkeys
    expect((await remove(person, id)).status).toBe(200)
    expect(await stateOf(person)).toMatchObject({ is_on: true, has_app: true, passkeys: [] })
  })

  it('has ten at most, in the export of its data without their keys', async () => {
    const person = await shop.customer()
    const passkey = await addPasskey(shop, person)
    const proof = { passkey: passkey.sign(await asked(shop, person)) }
    const { body: options } = await begin(shop, person, proof)
    await shop.sql`
      insert into passkey (user_id, credential_id, public_key, counter, transports, name)
      select ${person.id}, ${`${person.id}-`} || n, '', 0, '{}', 'Key ' || n
      from generate_series(1, 9) n`
    expect((await add(shop, person, authenticator().create(options))).status).toBe(409)
    const { body } = await shop.call('GET', '/api/auth/user/data', { token: person.token })
    expect(body.passkeys).toHaveLength(10)
    expect(Object.keys(body.passkeys[0])).toEqual(['id', 'name', 'created_at', 'last_used_at'])
  })
})
