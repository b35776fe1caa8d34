/** A5 of docs/reliability.md: guessing at one account from many networks is limited, without locking its user out. */
import { beforeEach, expect, it } from 'vitest'
import { askForLink, login, setPassword } from '#tests/kit/accounts.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { describeShop, PASSWORD, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

/** How many guesses are hashed; the rest, up to a hundred, are only counted. */
const CHECKED = volume(10, 50)
const SUBJECT = 'Many failed sign-ins to your Barq account'

describeShop('guessing at one account from many networks', (shop) => {
  beforeEach(async () => void (await deliverMails(shop)))

  it('is checked a hundred times an hour, and the owner can sign in from a known network', async () => {
    const { email } = await shop.customer()
    await login(shop, email, PASSWORD, '198.51.100.7')

    await exhaust(shop, email, 100 - CHECKED)
    const answers = await Promise.all(
      Array.from({ length: CHECKED + 20 }, (_, i) => login(shop, email, 'a guess', `192.0.${i}.1`)),
    )

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(CHECKED)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
    const elsewhere = await login(shop, email, PASSWORD, '203.0.113.1')
    expect(elsewhere.status).toBe(429)
    expect(Number(elsewhere.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login(shop, email, PASSWORD, '198.51.100.99')).status).toBe(200)
  })

  it('is mailed to the owner once a day, with the way to set a new password', async () => {
    const { email } = await shop.customer()
    await exhaust(shop, email)

    for (let i = 0; i < 5; i++) await login(shop, email, 'a guess', `203.0.${i}.1`)

    const mails = await deliverMails(shop)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, SUBJECT]])
    expect(mails[0]?.text).toContain('https://shop.example/password/reset')
  })

  it('answers the same, and does the same work, for a missing account', async () => {
    const { email } = await shop.customer()
    const unknown = `x${email}`
    for (const one of [email, unknown]) await exhaust(shop, one)

    const [known, nobody] = [
      await login(shop, email, 'a guess', '203.0.113.2'),
      await login(shop, unknown, 'a guess', '203.0.113.3'),
    ]

    expect([known.status, nobody.status]).toEqual([429, 429])
    expect(nobody.text).toBe(known.text)
    const rows = await shop.sql<{ events: number }>`
      select count(*)::integer as events from outbox
      where topic = 'many-failed-sign-ins' and done_at is null`
    expect(rows).toEqual([{ events: 2 }])
    expect((await deliverMails(shop)).map(({ to }) => to)).toEqual([email])
  })

  it('does not outlast a new password set by mail', async () => {
    const { email } = await shop.customer()
    await exhaust(shop, email)
    await askForLink(shop, email)
    const mails = await deliverMails(shop)
    const token = tokenIn(mails.find(({ subject }) => subject.startsWith('Set a new password')))
    await setPassword(shop, token, 'a new password')

    expect((await login(shop, email, 'a new password', '203.0.113.4')).status).toBe(200)
  })
})

/** Makes one wrong guess from a separate network, and counts it as `guesses` guesses. */
async function exhaust(shop: Shop, email: string, guesses = 100): Promise<void> {
  await shop.sql`delete from throttle where key like 'guesses:%' and count < 100`
  await login(shop, email, 'a guess', '192.200.0.1')
  await shop.sql`
    update throttle set count = ${guesses} where key like 'guesses:%' and count < 100`
}
