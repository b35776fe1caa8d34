/** A bearer token alone changes neither password nor email. tests/access/step-up.test.ts tests staff requests. */
import { expect, it } from 'vitest'
import { login } from '#tests/kit/accounts.ts'
import { describeShop, PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'

const NEW_PASSWORD = 'a new password'

describeShop('a session that signed in long ago', (shop) => {
  it('changes the password only with the current one', async () => {
    const thief = await longAgo(shop, await shop.customer())

    const refused = await change(shop, thief, { password: NEW_PASSWORD })
    const wrong = await change(shop, thief, { password: NEW_PASSWORD, current_password: 'a guess' })

    for (const { status, body } of [refused, wrong]) {
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual(['current_password'])
    }
    expect(wrong.body.message).toBe("This isn't your account's password.")
    expect((await login(shop, thief.email, PASSWORD)).status).toBe(200)
    const owner = await change(shop, thief, { password: NEW_PASSWORD, current_password: PASSWORD })
    expect(owner.status).toBe(200)
    expect((await login(shop, thief.email, NEW_PASSWORD)).status).toBe(200)
  })

  it('changes the email only with the current password, and everything else without', async () => {
    const thief = await longAgo(shop, await shop.customer())
    const email = `moved.${thief.email}`

    const refused = await change(shop, thief, { email })
    const other = await change(shop, thief, { email: thief.email.toUpperCase(), city: 'Dubai' })

    expect(refused.status).toBe(422)
    expect(refused.body.errors.current_password).toHaveLength(1)
    expect([other.status, other.body.user.city]).toEqual([200, 'Dubai'])
    expect((await change(shop, thief, { email, current_password: PASSWORD })).status).toBe(200)
  })

  it('is answered with what to do when its account has no password', async () => {
    const person = await longAgo(shop, await shop.customer())
    await shop.sql`update app_user set password_hash = null where id = ${person.id}`

    const answer = await change(shop, person, { password: NEW_PASSWORD, current_password: 'any' })

    expect(answer.status).toBe(422)
    expect(answer.body.errors.current_password[0]).toContain('Sign in with Google again')
  })

  it('can guess the current password no more often than at sign-in', async () => {
    const person = await longAgo(shop, await shop.customer())
    const guess = () =>
      change(shop, person, { password: NEW_PASSWORD, current_password: 'a guess' }, '127.9.0.1')

    const statuses = []
    for (let i = 0; i < 12; i++) statuses.push((await guess()).status)

    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
    expect((await login(shop, person.email, PASSWORD, '127.9.0.1')).status).toBe(429)
  })

  it('does not count as recent after the clock was set back', async () => {
    const person = await shop.customer()
    await shop.sql`
      update session set proved_at = now() + interval '1 hour' where user_id = ${person.id}`

    expect((await change(shop, person, { password: NEW_PASSWORD })).status).toBe(422)
  })
})

describeShop('a session that signed in just now', (shop) => {
  it('changes password and email without another proof, with a password or with Google', async () => {
    const [one, byGoogle] = [await shop.customer(), await shop.customer()]
    await shop.sql`update app_user set password_hash = null where id = ${byGoogle.id}`

    const mistyped = { password: NEW_PASSWORD, current_password: 'mistyped' }
    expect((await change(shop, one, mistyped)).status).toBe(422)
    for (const person of [one, byGoogle]) {
      const changes = { email: `moved.${person.email}`, password: NEW_PASSWORD }
      expect((await change(shop, person, changes)).status).toBe(200)
    }
  })
})

interface Changes {
  email?: string
  city?: string
  password?: string
  current_password?: string
}

function change(
  shop: Shop,
  { token, username, email }: Person,
  changes: Changes,
  address?: string,
) {
  return shop.call('PUT', '/api/auth/user/update', {
    token,
    body: { username, email, ...changes },
    ...(address && { address }),
  })
}

async function longAgo(shop: Shop, person: Person): Promise<Person> {
  await shop.sql`
    update session set proved_at = now() - interval '601 seconds'
    where user_id = ${person.id}`
  return person
}
