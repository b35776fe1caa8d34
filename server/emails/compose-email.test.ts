import { expect, it } from 'vitest'
import { composeEmail } from './compose-email.ts'

const LINK = 'https://shop.example/password/reset#secret'

it('greets by the name as typed: a literal escape sequence is not decoded', () => {
  const [greeting] = composeEmail('manyFailures', 'en', {
    username: 'buy at evil\\u002ecom \\x41',
    link: LINK,
  }).text.split('\n')

  expect(greeting).toBe('Hello buy at evil\\u002ecom \\x41,')
})

it('does not greet by a name that could be a web address', () => {
  const { text } = composeEmail('manyFailures', 'en', { username: 'buy at evil.com', link: LINK })

  expect(text).toMatch(/^Hello,\n/)
})

it('leaves out an empty paragraph', () => {
  const paragraphs = (unlinked: string) =>
    composeEmail('passwordChanged', 'ar', { username: 'سارة', link: LINK, unlinked }).text.split(
      '\n\n',
    )

  expect(paragraphs('true')).toHaveLength(5)
  expect(paragraphs('false')).toHaveLength(4)
})

it('keeps an address left-to-right in a right-to-left language', () => {
  const withAddress = (locale: 'en' | 'ar') =>
    composeEmail('emailChanged', locale, {
      username: 'Sara',
      link: LINK,
      newEmail: { foreign: 'sara@example.com' },
      days: 7,
    }).text

  expect(withAddress('ar')).toContain('\u2066sara@example.com\u2069')
  expect(withAddress('en')).toContain('now uses sara@example.com.')
})

it('an email is from the shop by the name that it has in the language', () => {
  const shop = { name: 'Noor <3', name_ar: 'نور', accent: null }
  const values = { username: 'Sara', link: LINK, unlinked: 'false' }
  const [english, arabic] = (['en', 'ar'] as const).map((locale) =>
    composeEmail('passwordChanged', locale, values, { shop }),
  )
  expect(english?.subject).toBe('The password for your Noor <3 account was changed')
  expect(arabic?.subject).toBe('تغيّرت كلمة مرور حسابك في نور')
  expect([english?.sender, arabic?.sender]).toEqual(['Noor <3', 'نور'])
  expect(english?.text).toMatch(/\n\nNoor <3 نور$/)
  expect(english?.html).toContain('>Noor &lt;3 نور</p>')
})
