/** What the shop writes to its customers about their accounts, in both languages. */
import type { Locale } from '#contract/locale.ts'
import { type Letter, renderLetter } from '../platform/mail/letter.ts'

export function passwordLinkMail(
  locale: Locale,
  { username, link, minutes }: { username: string; link: string; minutes: number },
): Letter {
  return locale === 'ar'
    ? renderLetter(locale, {
        subject: 'تعيين كلمة مرور جديدة لحسابك في برق',
        greeting: `مرحبًا ${username}،`,
        paragraphs: [
          'طُلب تعيين كلمة مرور جديدة لحسابك. افتح الرابط التالي لاختيارها:',
          `يصلح الرابط مرة واحدة خلال ${minutes} دقيقة. إذا لم تطلب ذلك فتجاهل هذه الرسالة، فلن يتغيّر شيء.`,
        ],
        action: { label: 'تعيين كلمة المرور', link },
      })
    : renderLetter(locale, {
        subject: 'Set a new password for your Barq account',
        greeting: `Hello ${username},`,
        paragraphs: [
          'A new password was asked for your account. Open this link to choose one:',
          `The link works once within ${minutes} minutes. If you did not ask, ignore this mail: nothing changes.`,
        ],
        action: { label: 'Set the password', link },
      })
}

export function passwordChangedMail(
  locale: Locale,
  { username, publicUrl }: { username: string; publicUrl: string },
): Letter {
  const link = `${publicUrl}/password/reset`
  return locale === 'ar'
    ? renderLetter(locale, {
        subject: 'تغيّرت كلمة مرور حسابك في برق',
        greeting: `مرحبًا ${username}،`,
        paragraphs: [
          'تغيّرت كلمة مرور حسابك وأُنهيت كل الجلسات المفتوحة.',
          'إذا لم تكن أنت من غيّرها فعيّن كلمة مرور جديدة الآن:',
        ],
        action: { label: 'تعيين كلمة المرور', link },
      })
    : renderLetter(locale, {
        subject: 'The password of your Barq account was changed',
        greeting: `Hello ${username},`,
        paragraphs: [
          'The password of your account was changed, and every open session was ended.',
          'If that was not you, set a new password now:',
        ],
        action: { label: 'Set the password', link },
      })
}
