/** Attacks with an account opened for, or moved to, a mailbox that is not the attacker's. */
import { beforeEach, expect, it } from 'vitest'
import {
  askForLink,
  confirmEmail,
  login,
  register,
  setPassword,
  undoEmail,
} from '#tests/kit/accounts.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { type Answer, CAN_MAIL, describeShop, type Shop } from '#tests/kit/shop.ts'
import type { Mail } from '../emails/mailer.ts'

const VICTIMS_PASSWORD = 'chosen by the victim'

describeShop(
  "a mailbox that is somebody else's",
  (shop) => {
    beforeEach(async () => void (await deliverMails(shop)))

    it('is not blocked by an account that was moved to it', async () => {
      const [attacker, victim] = [newAddress('attacker'), newAddress('victim')]
      const token = await openAccount(shop, attacker)

      expect((await change(shop, token, victim)).status).toBe(200)

      expect((await register(shop, victim)).status).toBe(201)
      expect(await emailOf(shop, token)).toBe(attacker)
    })

    it('keeps the account from the attacker who moved it there, once a mailed link set the password', async () => {
      const [attacker, victim] = [newAddress('attacker'), newAddress('victim')]
      const token = await openAccount(shop, attacker)
      await change(shop, token, victim)
      const changed = await deliverMails(shop)
      // The victim is tricked into opening the link, so the attacker's account now has the victim's email.
      await confirmEmail(shop, tokenIn(to(victim, changed)))
      const confirmed = await deliverMails(shop)
      await askForLink(shop, victim)
      const reset = await setPassword(
        shop,
        tokenIn(to(victim, await deliverMails(shop))),
        VICTIMS_PASSWORD,
      )
      expect(reset.status).toBe(200)

      const undone = [...changed, ...confirmed]
        .filter(({ to }) => to === attacker)
        .map((mail) => undoEmail(shop, tokenIn(mail)))

      expect(undone.length).toBeGreaterThan(1)
      for (const { status } of await Promise.all(undone)) expect(status).toBe(422)
      const { body } = await login(shop, victim, VICTIMS_PASSWORD)
      expect(await emailOf(shop, body.access_token)).toBe(victim)
      expect((await shop.call('GET', '/api/user', { token })).status).toBe(401)
    })

    it('is taken over by its owner from the attacker who opened an account for it', async () => {
      const victim = newAddress('victim')
      const token = await openAccount(shop, victim)
      await change(shop, token, newAddress('attacker'))
      const pending = await deliverMails(shop)
      await askForLink(shop, victim)
      await setPassword(shop, tokenIn(to(victim, await deliverMails(shop))), VICTIMS_PASSWORD)

      const links = pending.map((mail) => tokenIn(mail)).filter(Boolean)
      const answers = await Promise.all(
        links.flatMap((link) => [confirmEmail(shop, link), undoEmail(shop, link)]),
      )

      expect(links).not.toEqual([])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422))
      const { body } = await login(shop, victim, VICTIMS_PASSWORD)
      expect(await emailOf(shop, body.access_token)).toBe(victim)
    })

    it('is not reserved for an account that requested it for a moment', async () => {
      const stranger = newAddress('stranger')
      const token = await openAccount(shop, newAddress('attacker'))
      await change(shop, token, stranger)
      await change(shop, token, newAddress('squat'))

      expect((await register(shop, stranger)).status).toBe(201)
    })

    it('gets few emails a day, however often the password is changed', async () => {
      const bombed = newAddress('bombed')
      let token = await openAccount(shop, bombed)

      const statuses: number[] = []
      for (let i = 0; i < 25; i++) {
        // As if an hour had passed, after which the account may change its password again.
        await shop.sql`delete from throttle where key like 'password-change:%'`
        statuses.push((await change(shop, token, bombed, `password ${i} of a bomber`)).status)
      }

      expect(statuses).toEqual([...Array(5).fill(200), ...Array(20).fill(429)])
      token = (await login(shop, bombed, 'password 4 of a bomber')).body.access_token
      expect(token).toBeTruthy()
      expect((await change(shop, token, newAddress('other'))).status).toBe(429)
      // One email to confirm the address, and one for each change.
      expect(mailsTo(bombed, await deliverMails(shop))).toHaveLength(6)
    })
  },
  CAN_MAIL,
)

function newAddress(name: string): string {
  return `${name}.${crypto.randomUUID()}@mail.example`
}

async function openAccount(shop: Shop, email: string): Promise<string> {
  await register(shop, email)
  return (await login(shop, email)).body.access_token
}

function change(shop: Shop, token: string, email: string, password?: string): Promise<Answer> {
  const body = { username: 'Somebody', email, password }
  return shop.call('PUT', '/api/auth/user/update', { token, body })
}

async function emailOf(shop: Shop, token: string): Promise<string> {
  return (await shop.call('GET', '/api/user', { token })).body.email
}

function mailsTo(address: string, mails: Mail[]): Mail[] {
  return mails.filter(({ to }) => to === address)
}

function to(address: string, mails: Mail[]): Mail | undefined {
  return mailsTo(address, mails).at(-1)
}
