/** Reads the emails that the demo stores instead of sending them. */
import type { APIRequestContext } from '@playwright/test'
import { expect } from './story.ts'

interface Mail {
  id: string
  to: string
  subject: string
}

/**
 * Waits for an email to this address with this subject.
 * @returns the newest such email.
 */
export async function mailTo(
  request: APIRequestContext,
  address: string,
  subject: RegExp,
): Promise<Mail> {
  return first(request, address, async (mail) => (subject.test(mail.subject) ? mail : null))
}

/**
 * Waits for an email to this address with a link to this path.
 * @returns the path of the newest link, with its `#` part.
 */
export async function linkTo(
  request: APIRequestContext,
  address: string,
  path: string,
): Promise<string> {
  return first(request, address, async ({ id }) => {
    const { text } = await (await request.get(`/api/demo/mails/${id}`)).json()
    return new RegExp(`${path}#\\S+`).exec(text)?.[0] ?? null
  })
}

/** Waits until `find` returns something for one of the emails to the address, newest first. */
async function first<Found>(
  request: APIRequestContext,
  address: string,
  find: (mail: Mail) => Promise<Found | null>,
): Promise<Found> {
  let found: Found | null = null
  const look = async () => {
    const { mails }: { mails: Mail[] } = await (await request.get('/api/demo/mails')).json()
    for (const mail of mails) {
      if (mail.to.includes(address)) found ??= await find(mail)
    }
    return found !== null
  }
  await expect.poll(look).toBe(true)
  if (found === null) throw new Error('No such email has arrived.')
  return found
}
