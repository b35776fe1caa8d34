import type { FastifyRequest } from 'fastify'
import { LOCALES, type Locale } from '#contract/locale.ts'
import type { Sentence } from '../words/sentence.ts'
import { translate } from '../words/translate.ts'

/** The first language in an Accept-Language header, or the default if the shop does not support it. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  return statedLocale(acceptLanguage) ?? LOCALES[0].code
}

/** The first language in an Accept-Language header; null if there is none, or if the shop does not support it. */
export function statedLocale(acceptLanguage: string | undefined): Locale | null {
  const first = /^\s*([a-z]+)/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase()
  return LOCALES.find(({ code }) => code === first)?.code ?? null
}

export function translatorFor({ headers }: FastifyRequest): (sentence: Sentence) => string {
  const locale = localeOf(headers['accept-language'])
  return (sentence) => translate(locale, sentence)
}
