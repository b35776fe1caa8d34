import type { FastifyRequest } from 'fastify'
import { LOCALES, type Locale } from '#contract/locale.ts'
import type { Sentence } from '../words/sentence.ts'
import { translate } from '../words/translate.ts'

/** The first language in an Accept-Language header, or the default if the shop does not support it. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  const first = /^\s*([a-z]+)/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase()
  return LOCALES.find(({ code }) => code === first)?.code ?? LOCALES[0].code
}

/** The language that an Accept-Language header states; null if it states none, as older clients and programs do. */
export function statedLocale(acceptLanguage: string | undefined): Locale | null {
  return acceptLanguage && acceptLanguage !== '*' ? localeOf(acceptLanguage) : null
}

export function translatorFor({ headers }: FastifyRequest): (sentence: Sentence) => string {
  const locale = localeOf(headers['accept-language'])
  return (sentence) => translate(locale, sentence)
}
