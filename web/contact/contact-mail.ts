export const COUNTRY_CODES = ['US', 'CA', 'EU'] as const

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
