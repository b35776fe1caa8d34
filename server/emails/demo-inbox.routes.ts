/** Lets visitors of a demo read the emails that the demo wrote to its folder. */
import * as contract from '#contract/demo-mails.ts'
import type { Api } from '../platform/http/api.ts'
import { notFound, orNotFound } from '../platform/http/shop-error.ts'
import { type FiledMail, findMail, listMails } from './mail-folder.ts'

const SHOWN_MAX = 100

/** @param folder null if emails are sent or must stay private: every request then returns 404. */
export function demoMailsRoutes(api: Api, folder: string | null): void {
  api.route(contract.listDemoMails, async ({ reply }) => {
    if (folder === null) throw notFound()
    reply.header('cache-control', 'no-store')
    const mails = await listMails(folder, SHOWN_MAX)
    return { mails: mails.map(toDemoMail) }
  })

  api.route(contract.getDemoMail, async ({ params, reply }) => {
    const mail = orNotFound(folder === null ? null : await findMail(folder, params.id))
    reply.header('cache-control', 'no-store')
    return { ...toDemoMail(mail), text: mail.text, html: mail.html }
  })
}

function toDemoMail({ id, to, subject, sentAt }: FiledMail) {
  return { id, to, subject, sent_at: sentAt.toISOString() }
}
