import { expect, it } from 'vitest'
import { composeEmail } from './compose-email.ts'

const LINK = 'https://shop.example/password/reset#secret'

it('greets by a name as it was typed: an escape written out is not decoded', () => {
  const [greeting] = composeEmail('manyFailures', 'en', {
    username: 'buy at evil\\u002ecom \\x41',
    link: LINK,
  }).text.split('\n')

  expect(greeting).toBe('Hello buy at evil\\u002ecom \\x41,')
})

it('greets nobody by what could be an address of the web', () => {
  const { text } = composeEmail('manyFailures', 'en', { username: 'buy at evil.com', link: LINK })

  expect(text).toMatch(/^Hello,\n/)
})

it('leaves out a paragraph that comes out empty', () => {
  const paragraphs = (unlinked: string) =>
    composeEmail('passwordChanged', 'ar', { username: 'سارة', link: LINK, unlinked }).text.split(
      '\n\n',
    )

  expect(paragraphs('true')).toHaveLength(5)
  expect(paragraphs('false')).toHaveLength(4)
})

it('keeps an address in its own order where the language reads from the right', () => {
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
