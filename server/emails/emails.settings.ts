import {
  type Environment,
  readAll,
  type SettingsGroup,
  secretUrlOf,
} from '../platform/environment.ts'
import { SettingError } from '../platform/start-error.ts'

export interface EmailsSettings {
  /** If `smtpUrl` is null, every email is written to a file in the data folder. */
  mail: { smtpUrl: string | null; from: string }
}

const FROM = 'Barq <shop@barq.example>'

export const EMAILS_SETTINGS: SettingsGroup = {
  title: 'Mail',
  settings: [
    {
      name: 'SMTP_URL',
      byDefault: null,
      meaning:
        'URL of the mail server, smtps://user:password@host; if unset, emails are only written to files in DATA_DIR/outbox',
    },
    { name: 'MAIL_FROM', byDefault: FROM, meaning: 'the sender of emails' },
  ],
}

/** @throws SettingError if SMTP_URL or MAIL_FROM is not valid. */
export function readEmailsSettings(env: Environment): EmailsSettings {
  const mail = readAll({
    smtpUrl: () => secretUrlOf(env, 'SMTP_URL', ['smtp', 'smtps']),
    from: () => senderOf(env),
  })
  return { mail }
}

/** Matches `shop@example.com` or `Barq <shop@example.com>`; mail servers reject any other sender. */
const SENDER = /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/

function senderOf(env: Environment): string {
  const from = env.MAIL_FROM || FROM
  if (!SENDER.test(from)) {
    throw new SettingError(`MAIL_FROM must look like "${FROM}", not "${from}"`)
  }
  return from
}

/** Whether visitors can read the shop's emails: only in a demo that cannot send them. */
export function showsMails({ demo, mail }: EmailsSettings & { demo: boolean }): boolean {
  return demo && mail.smtpUrl === null
}
