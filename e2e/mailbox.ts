/** The mails that the demo writes instead of sending them. */
import type { APIRequestContext } from '@playwright/test'
import { expect } from './story.ts'

interface Mail {
  id: string
  to: string
  subject: string
}

/** The newest mail to this address, of those whose subject says this; waits until there is one. */
export async function mailTo(
  request: APIRequestContext,
  address: string,
  subject: RegExp,
): Promise<Mail> {
  let found: Mail | undefined
  const look = async () => {
    const { mails }: { mails: Mail[] } = await (await request.get('/api/demo/mails')).json()
    found = mails.find((mail) => mail.to.includes(address) && subject.test(mail.subject))
    return found !== undefined
  }
  await expect.poll(look, { timeout: 15_000 }).toBe(true)
  if (!found) throw new Error('the mail went again')
  return found
}
