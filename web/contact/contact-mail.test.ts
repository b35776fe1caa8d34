import { expect, test } from 'vitest'
import { mailAddress, splitName } from './contact-mail.ts'

test.for([
  ['Sara', 'Sara', ''],
  ['Sara Al Hassan', 'Sara', 'Al Hassan'],
  ['عبد العزيز', 'عبد العزيز', ''],
  ['عبد الله المري', 'عبد الله', 'المري'],
])('splits %s into first name and others', ([name = '', first, others]) => {
  expect(splitName(name)).toEqual([first, others])
})

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
