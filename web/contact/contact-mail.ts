export const COUNTRY_CODES = ['US', 'CA', 'EU'] as const

/** A first name may be of two words: عبد العزيز, Abu Bakr. */
const FIRST_NAME = /^(?:(?:عبد|أبو|أم|abd|abdul|abu) )?\S*/i

/** @returns the first name, and the rest. */
export function splitName(name: string): [first: string, others: string] {
  const first = FIRST_NAME.exec(name)?.[0] ?? ''
  return [first, name.slice(first.length).trim()]
}

interface Message {
  to: string
  subject: string
  /** Labels and values to list above the message; empty values are left out. */
  lines: readonly (readonly [label: string, value: string])[]
  message: string
}

export function mailAddress({ to, subject, lines, message }: Message): string {
  const facts = lines
    .filter(([, value]) => value.trim() !== '')
    .map(([label, value]) => `${label}: ${value.trim()}`)
  const body = [...facts, '', message].join('\r\n')
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
