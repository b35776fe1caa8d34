/** Emails about purchases end to end: from the order, through the timers, to a real mail server. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withBuying } from '#tests/kit/buying.ts'
import { type Live, openLive } from '#tests/kit/live.ts'
import { type MailServer, openMailServer, type ReceivedMail } from '#tests/kit/mail-server.ts'
import { CAN_MAIL, describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { gatherSteps } from './gather-steps.ts'

const WAIT = { timeout: 60_000, interval: 50 }

describeShop(
  'an email about a purchase',
  (shop) => {
    let server: MailServer
    let received: ReceivedMail[]
    let lives: Live[]

    beforeEach(async () => {
      received = []
      lives = []
      server = await openServer()
      await shop.sql`delete from email_step`
      await shop.sql`delete from outbox`
    })
    afterEach(async () => {
      await closeAll()
      await server.close()
    })

    async function closeAll(): Promise<void> {
      await Promise.all(lives.map((live) => live.close()))
      lives = []
    }

    const openServer = (port = 0) => openMailServer({ port, take: (mail) => received.push(mail) })

    async function open(): Promise<void> {
      const mail = { smtpUrl: server.url, from: 'Barq <shop@barq.example>' }
      lives.push(await openLive(shop.db, { config: { dataDir: shop.folder, mail } }))
    }

    /** Creates products, and makes every account a customer, so that nobody gets emails for staff. */
    async function goods(count: number): Promise<number[]> {
      const products = await shop.products(count)
      await shop.sql`update app_user set account_type = 'customer'`
      return products
    }

    async function buyers(count: number): Promise<Person[]> {
      const people = await shop.customers(count)
      await shop.sql`update app_user set email_confirmed_at = now()`
      return people
    }

    /** Buys the products in one purchase. @returns the ids of its orders. */
    async function purchase(person: Person, products: readonly number[]): Promise<number[]> {
      const orders = products.map((Product) => ({ Product }))
      return (await withBuying(shop).placed(person, orders)).map(({ id }) => id)
    }

    /** Ages the order steps, so that their emails do not wait for further steps. */
    const letSteps = () => shop.sql`update email_step set at = now() - interval '5 minutes'`

    const subjectsTo = (person: Person) =>
      received.filter(({ to }) => to === person.email).map(({ subject }) => subject)

    async function untilDone(): Promise<void> {
      await vi.waitFor(async () => {
        const left = await shop.value`
          select (select count(*) from email_step)
            + (select count(*) from outbox where topic = 'order-email' and done_at is null)`
        expect(left).toBe(0)
      }, WAIT)
    }

    it('arrives once, from one of several processes', async () => {
      await open()
      await open()
      const people = await buyers(3)
      const products = await goods(3)

      const ids = await Promise.all(people.map((person) => purchase(person, products)))
      await letSteps()

      await vi.waitFor(() => expect(received).toHaveLength(people.length), WAIT)
      await untilDone()
      for (const [index, person] of people.entries()) {
        expect(subjectsTo(person)).toEqual([
          `We received your order (${ids[index]?.map((id) => `#${id}`).join(', ')})`,
        ])
      }
    })

    it('is in one event, however many processes gather at once', async () => {
      const people = await buyers(volume(4, 20))
      const products = await goods(2)
      for (const person of people) await purchase(person, products)
      const gather = () => gatherSteps(shop.db.run, { quiet: 0, longest: 0 })

      await Promise.all(Array.from({ length: 8 }, gather))
      await gather()

      const rows = await shop.sql<{ reader: number; orders: number; mails: number }>`
        select user_id as reader, jsonb_array_length(payload -> 'orderIds') as orders,
          count(*) over (partition by user_id) as mails
        from outbox where topic = 'order-email'`
      expect(rows).toHaveLength(people.length)
      expect(rows.every(({ orders, mails }) => orders === 2 && mails === 1)).toBe(true)
    })

    it('is not lost and not doubled while the mail server is down, and nobody waits for it', async () => {
      const { port } = server
      await server.close()
      await open()
      await open()
      const [person] = (await buyers(1)) as [Person]
      const [id = 0] = await purchase(person, await goods(2))
      await letSteps()
      await vi.waitFor(async () => expect(await attempts()).toBeGreaterThan(1), WAIT)

      // Closes the shops first, so that no attempt is in progress while its outbox row is changed.
      await closeAll()
      // As after roughly an hour of failures.
      await shop.sql`update outbox set attempts = 40, available_at = now() where topic = 'order-email'`
      server = await openServer(port)
      await open()
      await open()

      await vi.waitFor(() => expect(received).toHaveLength(1), WAIT)
      await untilDone()
      expect(subjectsTo(person)[0]).toContain(`#${id}`)
      expect(received).toHaveLength(1)
    })

    it('is not sent again when the mail server accepted it and the shop could not record that', async () => {
      await open()
      const [person] = (await buyers(1)) as [Person]
      await purchase(person, await goods(1))
      await letSteps()
      await vi.waitFor(() => expect(received).toHaveLength(1), WAIT)
      await untilDone()

      await shop.sql`
        update outbox set done_at = null, available_at = now() where topic = 'order-email'`

      await untilDone()
      expect(received).toHaveLength(1)
    })

    function attempts(): Promise<number> {
      return shop.value`
        select coalesce(max(attempts), 0) from outbox where topic = 'order-email'`
    }
  },
  CAN_MAIL,
)
