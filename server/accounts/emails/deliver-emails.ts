/**
 * Turns account events into e-mails. Secrets are created here, together with the e-mail, so that
 * they are never in the outbox; every attempt at an e-mail creates another secret, and all work.
 */

import { PASSWORD_LINK_MINUTES } from '#contract/limits.ts'
import { composeEmail } from '../../emails/compose-email.ts'
import type { Email } from '../../emails/email-template.ts'
import type { Mail } from '../../emails/mailer.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Outbox, OutboxEvent } from '../../platform/outbox/outbox.ts'
import { hashToken, newToken } from '../../platform/secret-token.ts'
import {
  ACCOUNT_CLOSED_TOPIC,
  EMAIL_CHANGED_TOPIC,
  EMAIL_CONFIRM_TOPIC,
  MANY_FAILURES_TOPIC,
  NEW_DEVICE_TOPIC,
  OWN_EMAIL_TOPIC,
  PASSWORD_CHANGED_TOPIC,
  PASSWORD_LINK_TOPIC,
} from '../accounts.events.ts'
import { addToken } from '../sign-in/password-reset.store.ts'
import { LIVE_MAILS_MAX } from '../sign-in/password-reset.ts'
import * as store from './deliver-emails.store.ts'
import { createMailAllowance } from './email-allowance.ts'
import { addChangeToken, type Purpose } from './email-change.store.ts'
import { EMAIL_CHANGE_DAYS } from './email-change.ts'
import { addConfirmation, findUnconfirmed } from './own-email.store.ts'

export interface AccountMailsParts {
  db: Database
  /** Sends the e-mail unless one with this id was already sent. */
  send(mail: Mail): Promise<void>
  /** Origin of the links, never taken from a request. */
  publicUrl: string
  /** Whether the shop asks its customers to confirm their e-mails. */
  asksToConfirm: boolean
}

/** Returns the handler of each account topic. */
export function mailAccountEvents(
  outbox: Pick<Outbox, 'onEach'>,
  { db, send, publicUrl, asksToConfirm }: AccountMailsParts,
): void {
  const isAllowed = createMailAllowance(db, asksToConfirm)
  const resetLink = `${publicUrl}/password/reset`

  /** The id is made of the topic and the event, so that all attempts share it. */
  async function sendFor(event: OutboxEvent, to: string, message: Email): Promise<void> {
    const id = `${event.topic}-${event.id}`
    if (await isAllowed({ topic: event.topic, id, to })) await send({ ...message, to, id })
  }

  async function changeLink(changeId: number, purpose: Purpose): Promise<string> {
    const token = newToken()
    await addChangeToken(db.run, { hash: hashToken(token), changeId, purpose })
    return `${publicUrl}/email/${purpose}#${token}`
  }

  outbox.onEach(PASSWORD_LINK_TOPIC, async (event) => {
    const { email, locale } = event.payload
    const user = await store.findByEmail(db.run, email)
    if (!user) return
    const token = newToken()
    await addToken(db.run, {
      hash: hashToken(token),
      userId: user.id,
      email: user.email,
      eventId: event.id,
      lifeMinutes: PASSWORD_LINK_MINUTES,
      mailsMax: LIVE_MAILS_MAX,
    })
    // In the fragment, which never reaches a server log or a referrer.
    const link = `${resetLink}#${token}`
    const { username } = user
    const message = composeEmail('passwordLink', locale, {
      username,
      link,
      minutes: PASSWORD_LINK_MINUTES,
    })
    await sendFor(event, user.email, message)
  })

  outbox.onEach(PASSWORD_CHANGED_TOPIC, async (event) => {
    const { userId, unlinked = false } = event.payload
    const user = await store.findById(db.run, userId)
    if (!user) return
    const { username, locale } = user
    const message = composeEmail('passwordChanged', locale, {
      username,
      link: resetLink,
      unlinked: String(unlinked),
    })
    await sendFor(event, user.email, message)
  })

  outbox.onEach(NEW_DEVICE_TOPIC, async (event) => {
    const { userId, device, address } = event.payload
    const user = await store.findById(db.run, userId)
    if (!user) return
    const { username, locale } = user
    // As `Browser/System`, each `unknown` when the user agent does not name it.
    const [browser = 'unknown', system = 'unknown'] = device.split('/')
    const message = composeEmail('newDevice', locale, {
      username,
      link: resetLink,
      browser,
      system,
      address: { foreign: address },
    })
    await sendFor(event, user.email, message)
  })

  outbox.onEach(MANY_FAILURES_TOPIC, async (event) => {
    const { email } = event.payload
    const user = await store.findByEmail(db.run, email)
    if (!user) return
    const { username, locale } = user
    const message = composeEmail('manyFailures', locale, { username, link: resetLink })
    await sendFor(event, user.email, message)
  })

  outbox.onEach(EMAIL_CONFIRM_TOPIC, async (event) => {
    const { changeId } = event.payload
    const change = await store.findChange(db.run, changeId)
    if (!change || change.isDone) return
    const link = await changeLink(changeId, 'confirm')
    const { username, locale } = change.owner
    const message = composeEmail('emailConfirm', locale, {
      username,
      link,
      days: EMAIL_CHANGE_DAYS,
    })
    await sendFor(event, change.newEmail, message)
  })

  outbox.onEach(EMAIL_CHANGED_TOPIC, async (event) => {
    const { changeId } = event.payload
    const change = await store.findChange(db.run, changeId)
    if (!change) return
    const link = await changeLink(changeId, 'undo')
    const { owner, newEmail } = change
    const message = composeEmail(change.isDone ? 'emailChanged' : 'emailWaits', owner.locale, {
      username: owner.username,
      link,
      newEmail: { foreign: newEmail },
      days: EMAIL_CHANGE_DAYS,
    })
    await sendFor(event, change.oldEmail, message)
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
    const message = composeEmail('ownEmail', locale, { username, link, days: EMAIL_CHANGE_DAYS })
    await sendFor(event, email, message)
  })

  outbox.onEach(ACCOUNT_CLOSED_TOPIC, async (event) => {
    const payload = event.payload
    // A previous attempt sent the e-mail but could not record it.
    if ('sent' in payload) return
    const link = `${publicUrl}/sign-up`
    const message = composeEmail('accountClosed', payload.locale, { username: null, link })
    await sendFor(event, payload.email, message)
    await store.forgetPayload(db.run, event.id)
  })
}
