import type { EmailsPart } from '../emails/emails.part.ts'
import { type EmailsSettings, showsMails } from '../emails/emails.settings.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { every, type Stop } from '../platform/jobs/every.ts'
import { mailOrderEvents } from './deliver-order-emails.ts'
import { countSteps, GATHER_TIMES, GROUPS_AT_ONCE, gatherSteps } from './gather-steps.ts'
import { createManageEmails } from './manage-emails.ts'
import { orderEmailsRoutes } from './order-emails.routes.ts'

const GATHER_EVERY_MS = 1_000

export interface OrderEmailsPartNeeds {
  config: EmailsSettings & { publicUrl: string; demo: boolean }
  db: Database
  emails: EmailsPart
  asksToConfirm: boolean
}

export function createOrderEmailsPart(needs: OrderEmailsPartNeeds) {
  const { config, db, emails, asksToConfirm } = needs
  const { publicUrl } = config
  const isOpen = showsMails(config)
  mailOrderEvents(emails.outbox, { db, emails, publicUrl, asksToConfirm, isOpen })

  async function gather(): Promise<void> {
    let groups: number
    do groups = await gatherSteps(db.run, GATHER_TIMES)
    while (groups === GROUPS_AT_ONCE)
  }

  return {
    routes: (api: Api): void =>
      orderEmailsRoutes(
        api,
        createManageEmails(db, publicUrl, isOpen),
        config.mail.smtpUrl !== null,
      ),
    figures: [
      {
        name: 'barq_email_steps_waiting',
        help: 'Order steps and low-stock alerts not yet in an email',
        read: () => countSteps(db.run),
      },
    ],

    start: (failed: (error: unknown) => void): Stop[] => [every(GATHER_EVERY_MS, gather, failed)],
  }
}
