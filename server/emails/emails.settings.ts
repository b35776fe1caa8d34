/** How the shop sends e-mails. */
import { type Environment, type SettingsGroup, secretUrlOf } from '../platform/environment.ts'

export interface EmailsSettings {
  /** Without SMTP every e-mail becomes a file in the data folder. */
  mail: { smtpUrl: string | null; from: string }
}

const FROM = 'Barq <shop@barq.example>'

export const EMAILS_SETTINGS: SettingsGroup = {
  title: 'Mail',
  settings: [
    {
      name: 'SMTP_URL',
      byDefault: null,
      meaning: 'smtps://user:password@host; without it each mail is a file in DATA_DIR/outbox',
    },
    { name: 'MAIL_FROM', byDefault: FROM, meaning: 'who customers see as the sender' },
  ],
}

/** @throws SettingError */
export function readEmailsSettings(env: Environment): EmailsSettings {
  const smtpUrl = secretUrlOf(env, 'SMTP_URL', ['smtp', 'smtps'])
  return { mail: { smtpUrl, from: env.MAIL_FROM || FROM } }
}

/** A demo that cannot send e-mails shows them to its visitors. */
export function showsMails({ demo, mail }: EmailsSettings & { demo: boolean }): boolean {
  return demo && mail.smtpUrl === null
}
