/**
 * Turns account events into emails. Secrets are created here, along with the email, so that they never enter the
 * outbox. Each attempt to send an email creates a new secret, and the secrets from all attempts work.
 */
import { PASSWORD_LINK_MINUTES } from '#contract/limits.ts'
import type { Locale } from '#contract/locale.ts'
import { longDate } from '#contract/long-date.ts'
import { composeEmail, type EmailId, type EmailValues } from '../../emails/compose-email.ts'
import type { Mail } from '../../emails/mailer.ts'
import type { Database } from '../../platform/db/database.ts'
import { readShopLook } from '../../platform/db/shop-look.ts'
import { readShopZone } from '../../platform/db/shop-zone.ts'
import type { Outbox, OutboxEvent } from '../../platform/outbox/outbox.ts'
import { hashToken, newToken } from '../../platform/secret-token.ts'
import {
  ACCOUNT_CLOSED_TOPIC,
  API_TOKEN_TOPIC,
  EMAIL_CHANGED_TOPIC,
  EMAIL_CONFIRM_TOPIC,
  MANY_FAILURES_TOPIC,
  NEW_DEVICE_TOPIC,
  OWN_EMAIL_TOPIC,
  PASSWORD_CHANGED_TOPIC,
  PASSWORD_LINK_TOPIC,
  SECOND_FACTOR_TOPIC,
  STAFF_INVITED_TOPIC,
  WEBHOOK_OFF_TOPIC,
} from '../accounts.events.ts'
import type { Owner } from '../accounts.store.ts'
import { addToken } from '../sign-in/password-reset.store.ts'
import { LIVE_MAILS_MAX } from '../sign-in/password-reset.ts'
import * as store from './deliver-emails.store.ts'
import { mayMail } from './email-allowance.ts'
import { addChangeToken, type Purpose } from './email-change.store.ts'
import { EMAIL_CHANGE_DAYS } from './email-change.ts'
import { addConfirmation, findUnconfirmed } from './own-email.store.ts'

const INVITATION_DAYS = 3

export interface AccountMailsParts {
  db: Database
  /** Sends the email unless an email with its id was already sent. */
  send(mail: Mail): Promise<void>
  /** Origin for links, never taken from a request. */
  publicUrl: string
  asksToConfirm: boolean
}

interface Letter {
  /** The recipient's account id; set only if the event has several recipients. */
  readerId?: number
  to: string
  locale: Locale
  values: EmailValues
}

interface Post extends AccountMailsParts {
  outbox: Pick<Outbox, 'onEach'>
  mail(event: OutboxEvent, email: EmailId, letter: Letter): Promise<void>
}

export function mailAccountEvents(outbox: Pick<Outbox, 'onEach'>, parts: AccountMailsParts): void {
  const { db, send, asksToConfirm } = parts

  async function mail({ topic, id: eventId }: OutboxEvent, email: EmailId, letter: Letter) {
    const { to, locale, values, readerId } = letter
    // Every attempt to send the email uses the same id, so that it is sent and counted only once.
    const id = [topic, eventId, readerId].filter(Boolean).join('-')
    if (asksToConfirm && !(await mayMail(db.run, { topic, id, to }))) return
    const shop = await readShopLook(db.run)
    await send({ ...composeEmail(email, locale, values, { shop }), to, id })
  }

  const post = { ...parts, outbox, mail }
  mailPasswordLinks(post)
  mailNotices(post)
  mailOwners(post)
  mailAddressChanges(post)
  mailClosedAccounts(post)
}

function mailPasswordLinks({ outbox, db, publicUrl, mail }: Post): void {
  async function passwordLink({ id }: Owner, email: string, eventId: number, lifeMinutes: number) {
    const token = newToken()
    await addToken(db.run, {
      hash: hashToken(token),
      userId: id,
      email,
      eventId,
      lifeMinutes,
      mailsMax: LIVE_MAILS_MAX,
    })
    // The token is in the URL's fragment, which never reaches a server log or a referrer.
    return `${resetLinkAt(publicUrl)}#${token}`
  }

  outbox.onEach(PASSWORD_LINK_TOPIC, async (event) => {
    const { email, locale } = event.payload
    const user = await store.findByEmail(db.run, email)
    if (!user) return
    const minutes = PASSWORD_LINK_MINUTES
    const link = await passwordLink(user, user.email, event.id, minutes)
    const values = { username: user.username, link, minutes }
    await mail(event, 'passwordLink', { to: user.email, locale, values })
  })

  outbox.onEach(STAFF_INVITED_TOPIC, async (event) => {
    const user = await store.findById(db.run, event.payload.userId)
    if (!user) return
    const { username, email, locale } = user
    const link = await passwordLink(user, email, event.id, INVITATION_DAYS * 24 * 60)
    const values = { username, link, days: INVITATION_DAYS }
    await mail(event, 'staffInvited', { to: email, locale, values })
  })
}

/** Notices about account activity, each with a link to the page for requesting a password reset. */
function mailNotices({ outbox, db, publicUrl, mail }: Post): void {
  async function notify(
    event: OutboxEvent,
    user: Owner | null,
    id: EmailId,
    values: Partial<EmailValues> = {},
  ): Promise<void> {
    if (!user) return
    const { username, locale, email } = user
    const link = resetLinkAt(publicUrl)
    await mail(event, id, { to: email, locale, values: { username, link, ...values } })
  }

  outbox.onEach(PASSWORD_CHANGED_TOPIC, async (event) => {
    const { userId, unlinked = false } = event.payload
    const user = await store.findById(db.run, userId)
    await notify(event, user, 'passwordChanged', { unlinked: String(unlinked) })
  })

  outbox.onEach(SECOND_FACTOR_TOPIC, async (event) => {
    const { userId, isOn, change } = event.payload
    const user = await store.findById(db.run, userId)
    if (change) return notify(event, user, 'secondFactorChanged', { change })
    await notify(event, user, isOn ? 'secondFactorOn' : 'secondFactorOff')
  })

  outbox.onEach(NEW_DEVICE_TOPIC, async (event) => {
    const { userId, device, address } = event.payload
    // `device` is `browser/system`; a part that the user agent does not name is `unknown`.
    const [browser = 'unknown', system = 'unknown'] = device.split('/')
    const user = await store.findById(db.run, userId)
    await notify(event, user, 'newDevice', { browser, system, address: { foreign: address } })
  })

  outbox.onEach(MANY_FAILURES_TOPIC, async (event) => {
    await notify(event, await store.findByEmail(db.run, event.payload.email), 'manyFailures')
  })
}

function mailOwners({ outbox, db, publicUrl, mail }: Post): void {
  async function tell(
    event: OutboxEvent,
    id: EmailId,
    valuesIn: (locale: Locale) => Partial<EmailValues>,
  ): Promise<void> {
    const owners = await store.findOwnersOfShop(db.run)
    const link = `${publicUrl}/admin/integrations`
    const letters = owners.map(({ id: readerId, username, email: to, locale }) => {
      return { readerId, to, locale, values: { username, link, ...valuesIn(locale) } }
    })
    await Promise.all(letters.map((letter) => mail(event, id, letter)))
  }

  outbox.onEach(API_TOKEN_TOPIC, async (event) => {
    const token = await store.findApiToken(db.run, event.payload.tokenId)
    if (!token) return
    const { name, role, madeBy } = token
    const values = { role, name: { foreign: name }, who: { foreign: madeBy } }
    await tell(event, 'apiToken', () => values)
  })

  outbox.onEach(WEBHOOK_OFF_TOPIC, async (event) => {
    const { host, failure, since } = event.payload
    const zone = await readShopZone(db.run)
    await tell(event, 'webhookOff', (locale) => ({
      failure,
      host: { foreign: host },
      day: longDate(new Date(since), locale, zone),
    }))
  })
}

function mailAddressChanges({ outbox, db, publicUrl, mail }: Post): void {
  async function changeLink(changeId: number, purpose: Purpose): Promise<string> {
    const token = newToken()
    await addChangeToken(db.run, { hash: hashToken(token), changeId, purpose })
    return `${publicUrl}/email/${purpose}#${token}`
  }

  outbox.onEach(EMAIL_CONFIRM_TOPIC, async (event) => {
    const { changeId } = event.payload
    const change = await store.findChange(db.run, changeId)
    if (!change || change.isDone) return
    const link = await changeLink(changeId, 'confirm')
    const { username, locale } = change.owner
    const values = { username, link, days: EMAIL_CHANGE_DAYS }
    await mail(event, 'emailConfirm', { to: change.newEmail, locale, values })
  })

  outbox.onEach(EMAIL_CHANGED_TOPIC, async (event) => {
    const { changeId } = event.payload
    const change = await store.findChange(db.run, changeId)
    if (!change) return
    const link = await changeLink(changeId, 'undo')
    const { owner, oldEmail, newEmail, isDone } = change
    await mail(event, isDone ? 'emailChanged' : 'emailWaits', {
      to: oldEmail,
      locale: owner.locale,
      values: {
        username: owner.username,
        link,
        newEmail: { foreign: newEmail },
        days: EMAIL_CHANGE_DAYS,
      },
    })
  })

  outbox.onEach(OWN_EMAIL_TOPIC, async (event) => {
    const { userId } = event.payload
    const user = await store.findById(db.run, userId)
    if (!user || (await findUnconfirmed(db.run, userId)) === null) return
    const token = newToken()
    const { username, locale, email } = user
    await addConfirmation(db.run, {
      hash: hashToken(token),
      userId,
      email,
      lifeDays: EMAIL_CHANGE_DAYS,
    })
    const link = `${publicUrl}/email/confirm#${token}`
    const values = { username, link, days: EMAIL_CHANGE_DAYS }
    await mail(event, 'ownEmail', { to: email, locale, values })
  })
}

function mailClosedAccounts({ outbox, db, publicUrl, mail }: Post): void {
  outbox.onEach(ACCOUNT_CLOSED_TOPIC, async (event) => {
    const payload = event.payload
    // A previous attempt sent the email but did not mark the event as done.
    if ('sent' in payload) return
    const values = { username: null, link: `${publicUrl}/sign-up` }
    await mail(event, 'accountClosed', { to: payload.email, locale: payload.locale, values })
    await store.forgetPayload(db.run, event.id)
  })
}

function resetLinkAt(publicUrl: string): string {
  return `${publicUrl}/password/reset`
}
