/** Reads the mails that the demo writes instead of sending them. */
import type { APIRequestContext } from '@playwright/test'
import { expect } from './story.ts'

interface Mail {
  id: string
  to: string
  subject: string
}

/** The newest email to an address with a given subject; waits until there is one. */
export async function mailTo(
  request: APIRequestContext,
  address: string,
  subject: RegExp,
): Promise<Mail> {
  return first(request, address, async (mail) => (subject.test(mail.subject) ? mail : null))
}

/** The path and fragment of the newest link to a path that was mailed to an address; waits for it. */
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

/** The first match in the emails to an address, newest first. */
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
  if (found === null) throw new Error('no such mail')
  return found
}
