import { expect, test } from 'vitest'
import { mailAddress } from './contact-mail.ts'

test('writes the message, without empty answers', () => {
  const address = mailAddress({
    to: 'support@barq.example',
    subject: 'Message from Sara & Co',
    lines: [
      ['First name', 'Sara'],
      ['Company', ' '],
    ],
    message: 'Hello?',
  })
  expect(address).toBe(
    'mailto:support@barq.example?subject=Message%20from%20Sara%20%26%20Co&body=First%20name%3A%20Sara%0D%0A%0D%0AHello%3F',
  )
})
