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

const FROM = 'shop@barq.example'

export const EMAILS_SETTINGS: SettingsGroup = {
  title: 'Mail',
  settings: {
    SMTP_URL:
      'URL of the mail server, smtps://user:password@host; if unset, emails are only written to files in DATA_DIR/outbox',
    MAIL_FROM: [
      FROM,
      "the sender of emails, such as Barq <shop@example.com>; an address alone is sent with the shop's name",
    ],
  },
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
    throw new SettingError(`MAIL_FROM must look like "${FROM}" or "Barq <${FROM}>", not "${from}"`)
  }
  return from
}

/** Whether visitors can read the shop's emails: only in a demo that cannot send them. */
export function showsMails({ demo, mail }: EmailsSettings & { demo: boolean }): boolean {
  return demo && mail.smtpUrl === null
}
