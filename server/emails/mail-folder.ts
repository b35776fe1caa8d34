/** The folder to which emails are written instead of being sent. */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { Email } from './email-template.ts'

export interface FiledMail extends Omit<Email, 'sender'> {
  /** The email's file name without the extension. */
  id: string
  to: string
  sentAt: Date
}

const ENDING = '.eml'
/** Added to the file name of an email while it is being written; remains if the process dies during the write. */
export const PARTIAL = '.part'

/** The maximum number of emails in the folder, which is only for trying out a shop. The oldest emails are removed. */
export const FILED_MAX = 1000

export function mailFolder(dataDir: string): string {
  return join(dataDir, 'outbox')
}

/** @returns the newest emails, the latest first; an empty array if the folder cannot be read. */
export async function listMails(folder: string, limit: number): Promise<FiledMail[]> {
  const names = await namesIn(folder)
  const newest = names.sort().reverse().slice(0, limit)
  return Promise.all(newest.map((id) => readMail(folder, id)))
}

export async function findMail(folder: string, id: string): Promise<FiledMail | null> {
  // Opens only files listed in the folder, so that an id cannot lead out of it.
  return (await namesIn(folder)).includes(id) ? readMail(folder, id) : null
}

async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => [])
  return files.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length))
}

async function readMail(folder: string, id: string): Promise<FiledMail> {
  const mail = await PostalMime.parse(await readFile(join(folder, `${id}${ENDING}`)))
  return {
    id,
    to: mail.to?.map(({ address }) => address ?? '').join(', ') ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    sentAt: new Date(mail.date ?? 0),
  }
}

/** Removes the oldest emails until there is room for one more. Other files stay. */
export async function makeRoom(folder: string): Promise<void> {
  const files = await readdir(folder)
  const mails = files
    .filter((file) => file.endsWith(ENDING) || file.endsWith(ENDING + PARTIAL))
    .sort()
  const surplus = mails.slice(0, Math.max(0, mails.length - FILED_MAX + 1))
  // Another process may be removing the same files.
  await Promise.all(surplus.map((file) => rm(join(folder, file), { force: true })))
}
