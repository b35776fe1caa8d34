/**
 * Composes an email from the message catalogs: `email.<id>.subject`, `.action` (the button's label), and `.text.1`,
 * `.text.2` and so on, one per paragraph.
 */
import { bothNames, DEFAULT_NAMES } from '#contract/brand.ts'
import type { Locale } from '#contract/locale.ts'
import type { ServerMessageId } from '#contract/words/message-ids.ts'
import type { ShopLook } from '../platform/db/shop-look.ts'
import { isMessageId, translate } from '../platform/words/translate.ts'
import { type Email, type EmailParts, isolated, renderEmail } from './email-template.ts'

export type EmailId = ServerMessageId extends infer Id
  ? Id extends `email.${infer Name}.subject`
    ? Name
    : never
  : never

export interface EmailValues {
  /** Null if the account is closed. */
  username: string | null
  /** The URL behind the button, built by the shop and never taken from a request. */
  link: string
  [placeholder: string]: string | number | Foreign | null
}

/** A value that is left-to-right in every language, such as an email address. */
export interface Foreign {
  readonly foreign: string
}

interface EmailDetails extends Pick<EmailParts, 'table' | 'blocks'> {
  /** The shop's name and color; by default, Barq in its own colors. */
  shop?: ShopLook
}

/** Omits paragraphs whose text is empty. */
export function composeEmail(
  id: EmailId,
  locale: Locale,
  { username, link, ...values }: EmailValues,
  { shop = { ...DEFAULT_NAMES, accent: null }, ...details }: EmailDetails = {},
): Email {
  const text = (message: ServerMessageId) => translate(locale, { id: message, values: filled })
  const sender = locale === 'ar' ? shop.name_ar : shop.name
  const filled = Object.fromEntries(
    Object.entries({ shop: sender, ...values }).flatMap(([name, value]) =>
      value === null ? [] : [[name, toText(locale, value)]],
    ),
  )
  const [first = '', ...rest] = paragraphsOf(id).map(text).filter(Boolean)
  return renderEmail(locale, {
    sender,
    shop: bothNames(shop),
    accent: shop.accent,
    subject: text(`email.${id}.subject`),
    greeting: greetingFor(locale, username),
    paragraphs: [first, ...rest],
    action: { label: text(`email.${id}.action`), link },
    ...details,
  })
}

function paragraphsOf(id: EmailId): ServerMessageId[] {
  const ids: ServerMessageId[] = []
  for (let at = 1; ; at++) {
    const next = `email.${id}.text.${at}`
    if (!isMessageId(next)) return ids
    ids.push(next)
  }
}

function greetingFor(locale: Locale, username: string | null): string {
  return username !== null && isGreetable(username)
    ? translate(locale, { id: 'email.hello', values: { username } })
    : translate(locale, 'email.helloNobody')
}

/**
 * Whether the greeting may contain the name: anybody can register a stranger's email address, so a name must not carry
 * advertising to that stranger.
 */
function isGreetable(username: string): boolean {
  return username.length <= 60 && !/:\/\/|[\p{L}\d]\.[\p{L}\d]/u.test(username)
}

function toText(locale: Locale, value: string | number | Foreign): string | number {
  return typeof value === 'object' ? isolated(locale, value.foreign) : value
}
