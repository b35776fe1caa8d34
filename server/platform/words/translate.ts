/** Translates messages from the catalogs in contract/words, using the same compiler and formatter as the page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { LOCALES, type Locale } from '#contract/locale.ts'
import { formatMoney, fromCents } from '#contract/money.ts'
import type { ServerMessageId } from '#contract/words/message-ids.ts'
import { ROOT } from '../root.ts'
import type { Sentence, Value } from './sentence.ts'

type Values = Record<string, string | number>

const CATALOGS = new Map(LOCALES.map(({ code }) => [code, readCatalog(code)]))
const FORMATTERS = new Map(LOCALES.map(({ code, format }) => [code, createFormatter(code, format)]))

export function translate(locale: Locale, sentence: Sentence): string {
  const { id, values = {} } = typeof sentence === 'string' ? { id: sentence } : sentence
  const filled = Object.entries(values).map(([name, value]) => [name, toText(locale, value)])
  return FORMATTERS.get(locale)?.(id, Object.fromEntries(filled)) ?? id
}

export function isMessageId(id: string): id is ServerMessageId {
  return Object.hasOwn(CATALOGS.get(LOCALES[0].code) ?? {}, id)
}

function toText(locale: Locale, value: Value): string | number {
  if (typeof value !== 'object') return value
  return 'cents' in value ? formatMoney(fromCents(value.cents), locale) : translate(locale, value)
}

function readCatalog(locale: Locale): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(ROOT, `contract/words/${locale}.json`), 'utf8'))
}

/** Compiles messages on first use, because most processes use only a few. */
function createFormatter(locale: Locale, format: string) {
  const texts = CATALOGS.get(locale) ?? {}
  const i18n = setupI18n({ locale, locales: format, messages: { [locale]: {} } })
  return (id: ServerMessageId, values: Values): string => {
    if (!Object.hasOwn(i18n.messages, id)) {
      i18n.load(locale, { [id]: compileMessageOrThrow(texts[id] ?? id) })
    }
    return withBackslashes(i18n._(id, withoutBackslashes(values)))
  }
}

/** Replaces backslashes while a message is being formatted. */
const BACKSLASH = '\uE05C'

/**
 * Lingui decodes `\u002e` in its formatted text, including values. Without this, a validated name could turn into a web
 * address in the email that greets the account's holder.
 */
function withoutBackslashes(values: Values): Values {
  const hidden = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll('\\', BACKSLASH) : value,
  ])
  return Object.fromEntries(hidden)
}

function withBackslashes(text: string): string {
  return text.replaceAll(BACKSLASH, '\\')
}
