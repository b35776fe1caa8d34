/** Sends the emails about purchases and stock, each once, with current data about their recipients and orders. */
import type { EmailKind } from '#contract/admin.ts'
import { isAllowed } from '../accounts/emails/email-allowance.ts'
import { addGuestLink } from '../accounts/guests.ts'
import type { EmailsPart } from '../emails/emails.part.ts'
import type { Database } from '../platform/db/database.ts'
import type { Outbox, OutboxEvent } from '../platform/outbox/outbox.ts'
import type { PayloadOf } from '../platform/outbox/topics.ts'
import { composeOrderEmail } from './compose-order-email.ts'
import { type Allowance, KINDS } from './email-kinds.ts'
import type { Facts, OrderFacts } from './facts.ts'
import { ORDER_EMAIL_TOPIC } from './gather-steps.ts'
import type { Reader } from './order-emails.store.ts'
import * as store from './order-emails.store.ts'

export interface OrderMailsParts {
  db: Database
  emails: Pick<EmailsPart, 'send' | 'file'>
  /** Origin of the links, never taken from a request. */
  publicUrl: string
  asksToConfirm: boolean
  /** Whether every visitor can read the emails, as in a demo. */
  isOpen: boolean
}

type Payload = PayloadOf<typeof ORDER_EMAIL_TOPIC>

/** The allowance of a demo account: all visitors share it, and any of them can cause emails. */
const TO_DEMO: Allowance = { group: 'demo', perDay: 200 }

export function mailOrderEvents(
  outbox: Pick<Outbox, 'onEach'>,
  { db, emails, publicUrl, asksToConfirm, isOpen }: OrderMailsParts,
): void {
  outbox.onEach(ORDER_EMAIL_TOPIC, async (event: OutboxEvent<Payload>) => {
    const { kind, readerId } = event.payload
    if (await store.isSwitchedOff(db.run, kind)) return
    const reader = await store.findReader(db.run, readerId, asksToConfirm)
    if (!reader || (KINDS[kind].to === 'staff' && !isStaff(reader))) return
    const facts = await findFacts(event.payload)
    if (facts.orders.length + facts.products.length === 0) return
    const id = `${event.topic}-${event.id}`
    const allowance = allowanceFor(event.payload, reader)
    if (allowance && !(await isAllowed(db.run, { id, to: reader.email, ...allowance }))) return
    const { username, locale } = reader
    const showsAddress = reader.isConfirmed && !reader.isGuest && !isOpen
    const guestToken = reader.isGuest ? await addGuestLink(db.run, reader.id) : null
    const message = composeOrderEmail(
      wordsOf(kind, facts),
      { ...(await store.findShop(db.run)), locale, username, publicUrl, guestToken, showsAddress },
      facts,
    )
    const send = reader.isDemo ? emails.file : emails.send
    await send({ ...message, to: reader.email, id })
  })

  async function findFacts(payload: Payload): Promise<Facts> {
    const { kind, orderIds, productIds, refundIds } = payload
    if (KINDS[kind].step === 'stock-low') {
      return { orders: [], products: await store.findProductFacts(db.run, productIds) }
    }
    const refunds = kind === 'refunded' ? 'full' : refundIds
    const orders = await store.findOrderFacts(db.run, orderIds, refunds)
    return { orders: kind === 'confirmed' ? orders.filter(isToBePaid) : orders, products: [] }
  }
}

/** Whether to ask for the payment: the order may have been paid or canceled since it was confirmed. */
function isToBePaid({ paidAt, canceledAt }: OrderFacts): boolean {
  return paidAt === null && canceledAt === null
}

/** The kind of email whose texts to use: that of a cancellation if there was no money left to refund. */
function wordsOf(kind: EmailKind, { orders }: Facts): EmailKind {
  const isNothing = orders.every(
    ({ refund, feeReturnedCents }) => refund?.cents === 0 && feeReturnedCents === 0,
  )
  return kind === 'refunded' && isNothing ? 'canceled' : kind
}

/** The daily allowance of an email address that may be a stranger's; null if unlimited. */
function allowanceFor({ kind }: Payload, reader: Reader): Allowance | null {
  if (reader.isDemo) return TO_DEMO
  return reader.isConfirmed ? null : KINDS[kind].allowance
}

/** Customers' names and amounts must not go to an unconfirmed email address, which may be mistyped. */
function isStaff(reader: Reader): boolean {
  return reader.isStaff && reader.isConfirmed
}
