/** What the shop writes to its customers about their accounts, in both languages. */
import type { Locale } from '#contract/locale.ts'
import { type Email, type EmailParts, renderEmail } from '../../emails/email-template.ts'

interface Facts {
  username: string
  link: string
}

export function passwordLinkMail(
  locale: Locale,
  { username, link, minutes }: Facts & { minutes: number },
): Email {
  return inLanguage(locale, {
    en: {
      subject: 'Set a new password for your Barq account',
      greeting: hello.en(username),
      paragraphs: [
        'A new password was asked for your account. Open this link to choose one:',
        `The link works once within ${minutes} minutes. If you did not ask, ignore this mail: nothing changes.`,
      ],
      action: { label: 'Set the password', link },
    },
    ar: {
      subject: 'تعيين كلمة مرور جديدة لحسابك في برق',
      greeting: hello.ar(username),
      paragraphs: [
        'طُلب تعيين كلمة مرور جديدة لحسابك. افتح الرابط التالي لاختيارها:',
        `يصلح الرابط مرة واحدة خلال ${minutes} دقيقة. إذا لم تطلب ذلك فتجاهل هذه الرسالة، فلن يتغيّر شيء.`,
      ],
      action: { label: 'تعيين كلمة المرور', link },
    },
  })
}

/** @param unlinked whether the accounts of a provider that opened this one do so no more. */
export function passwordChangedMail(
  locale: Locale,
  { username, link, unlinked }: Facts & { unlinked: boolean },
): Email {
  return inLanguage(locale, {
    en: {
      subject: 'The password of your Barq account was changed',
      greeting: hello.en(username),
      paragraphs: [
        'The password of your account was changed, and every other open session was ended. If that was not you, set a new password now:',
        ...(unlinked
          ? [
              'The link to Google was removed as well. To sign in with Google again, enter the new password once.',
            ]
          : []),
      ],
      action: { label: 'Set the password', link },
    },
    ar: {
      subject: 'تغيّرت كلمة مرور حسابك في برق',
      greeting: hello.ar(username),
      paragraphs: [
        'تغيّرت كلمة مرور حسابك وأُنهيت كل الجلسات المفتوحة الأخرى. إذا لم تكن أنت من غيّرها فعيّن كلمة مرور جديدة الآن:',
        ...(unlinked
          ? [
              'أُزيل أيضًا ربط حسابك بـ Google. لتسجيل الدخول بـ Google من جديد أدخل كلمة المرور الجديدة مرة واحدة.',
            ]
          : []),
      ],
      action: { label: 'تعيين كلمة المرور', link },
    },
  })
}

/** @param device as `Browser/System`, each `unknown` when the device did not say. */
export function newDeviceMail(
  locale: Locale,
  { username, link, device, address }: Facts & { device: string; address: string },
): Email {
  const [browser = 'unknown', system = 'unknown'] = device.split('/')
  return inLanguage(locale, {
    en: {
      subject: 'New sign-in to your Barq account',
      greeting: hello.en(username),
      paragraphs: [
        `Somebody signed in to your account on a device that was not used before: browser ${browser}, system ${system}, network ${address}. If that was not you, set a new password now; it signs every device out:`,
        'If it was you, there is nothing to do. Your profile lists every device that is signed in.',
      ],
      action: { label: 'Set the password', link },
    },
    ar: {
      subject: 'تسجيل دخول جديد إلى حسابك في برق',
      greeting: hello.ar(username),
      paragraphs: [
        `سُجّل الدخول إلى حسابك من جهاز لم يُستخدم من قبل. المتصفح: ${known(browser)}، النظام: ${known(system)}، الشبكة: ${isolated(address)}. إذا لم تكن أنت فعيّن كلمة مرور جديدة الآن، وسيُسجَّل الخروج من كل الأجهزة:`,
        'إذا كنت أنت من سجّل الدخول فلا حاجة إلى أي إجراء. تجد في ملفك الشخصي كل الأجهزة التي سُجّل عليها الدخول.',
      ],
      action: { label: 'تعيين كلمة المرور', link },
    },
  })
}

export function manyFailuresMail(locale: Locale, { username, link }: Facts): Email {
  return inLanguage(locale, {
    en: {
      subject: 'Many failed sign-ins to your Barq account',
      greeting: hello.en(username),
      paragraphs: [
        'Somebody tried many wrong passwords at your account within an hour, none of which was right. Devices on networks that you signed in from before go on working; on a new network, sign-in may ask you to wait.',
        'You need not do anything. If your password is short, or you use it elsewhere too, set a new one; after that you can sign in from anywhere at once:',
      ],
      action: { label: 'Set the password', link },
    },
    ar: {
      subject: 'محاولات دخول كثيرة فاشلة إلى حسابك في برق',
      greeting: hello.ar(username),
      paragraphs: [
        'جرّب أحدهم كلمات مرور كثيرة لحسابك خلال ساعة، ولم تكن أي منها صحيحة. تبقى أجهزتك تعمل على الشبكات التي سجّلت الدخول منها سابقًا، وقد يُطلب منك الانتظار عند الدخول من شبكة جديدة.',
        'لا حاجة إلى أي إجراء. إذا كانت كلمة مرورك قصيرة أو تستخدمها في موقع آخر فعيّن كلمة جديدة، وبعدها يمكنك تسجيل الدخول من أي مكان فورًا:',
      ],
      action: { label: 'تعيين كلمة المرور', link },
    },
  })
}

export function emailConfirmMail(
  locale: Locale,
  { username, link, days }: Facts & { days: number },
): Email {
  return inLanguage(locale, {
    en: {
      subject: 'Confirm the new e-mail of your Barq account',
      greeting: hello.en(username),
      paragraphs: [
        'This address was entered as the new e-mail of a Barq account. Confirm that it is yours:',
        `The link works for ${days} days; until you open it, the account keeps its present e-mail. If you have no account at Barq, ignore this mail: nothing changes.`,
      ],
      action: { label: 'Confirm the e-mail', link },
    },
    ar: {
      subject: 'تأكيد البريد الإلكتروني الجديد لحسابك في برق',
      greeting: hello.ar(username),
      paragraphs: [
        'أُدخل هذا العنوان بريدًا جديدًا لحساب في برق. أكّد أنه لك:',
        `يصلح الرابط ${days} أيام، ويبقى للحساب بريده الحالي حتى تفتحه. إذا لم يكن لك حساب في برق فتجاهل هذه الرسالة، فلن يتغيّر شيء.`,
      ],
      action: { label: 'تأكيد البريد', link },
    },
  })
}

/** After sign-up, which takes anybody's address. */
export function ownEmailMail(
  locale: Locale,
  { username, link, days }: Facts & { days: number },
): Email {
  return inLanguage(locale, {
    en: {
      subject: 'Confirm the e-mail of your Barq account',
      greeting: hello.en(username),
      paragraphs: [
        'An account was opened at Barq with this address. Confirm that it is yours, so that your ratings count and we can always reach you:',
        `The link works for ${days} days. If you did not open an account, ignore this mail.`,
      ],
      action: { label: 'Confirm the e-mail', link },
    },
    ar: {
      subject: 'تأكيد البريد الإلكتروني لحسابك في برق',
      greeting: hello.ar(username),
      paragraphs: [
        'فُتح حساب في برق بهذا العنوان. أكّد أنه لك لتُحتسب تقييماتك ولنتمكن دائمًا من مراسلتك:',
        `يصلح الرابط ${days} أيام. إذا لم تفتح حسابًا فتجاهل هذه الرسالة.`,
      ],
      action: { label: 'تأكيد البريد', link },
    },
  })
}

/** To the present address, while a new one waits. */
export function emailWaitsMail(
  locale: Locale,
  { username, link, newEmail, days }: Facts & { newEmail: string; days: number },
): Email {
  return inLanguage(locale, {
    en: {
      subject: 'A new e-mail was entered for your Barq account',
      greeting: hello.en(username),
      paragraphs: [
        `Your account will use ${newEmail} once the link mailed there is opened; until then it keeps this address. If that was not you, stop the change: every device is signed out, the password is voided, and you choose a new one:`,
        `The link works until ${days} days after the change.`,
      ],
      action: { label: 'Stop the change', link },
    },
    ar: {
      subject: 'أُدخل بريد إلكتروني جديد لحسابك في برق',
      greeting: hello.ar(username),
      paragraphs: [
        `سيصبح بريد حسابك ${isolated(newEmail)} بعد فتح الرابط المرسل إليه، ويبقى له هذا العنوان حتى ذلك الحين. إذا لم تكن أنت من أدخله فأوقف التغيير: يُسجَّل الخروج من كل الأجهزة وتُلغى كلمة المرور وتختار أخرى جديدة:`,
        `يصلح الرابط حتى ${days} أيام بعد التغيير.`,
      ],
      action: { label: 'إيقاف التغيير', link },
    },
  })
}

/** To the earlier address, once the new one is in force. */
export function emailChangedMail(
  locale: Locale,
  { username, link, newEmail, days }: Facts & { newEmail: string; days: number },
): Email {
  return inLanguage(locale, {
    en: {
      subject: 'The e-mail of your Barq account was changed',
      greeting: hello.en(username),
      paragraphs: [
        `Your account now uses ${newEmail}. If that was not you, take the change back: every device is signed out, the password is voided, and you choose a new one:`,
        `The link works for ${days} days.`,
      ],
      action: { label: 'Take the change back', link },
    },
    ar: {
      subject: 'تغيّر البريد الإلكتروني لحسابك في برق',
      greeting: hello.ar(username),
      paragraphs: [
        `أصبح بريد حسابك ${isolated(newEmail)}. إذا لم تكن أنت من غيّره فتراجع عن التغيير: يُسجَّل الخروج من كل الأجهزة وتُلغى كلمة المرور وتختار أخرى جديدة:`,
        `يصلح الرابط ${days} أيام.`,
      ],
      action: { label: 'التراجع عن التغيير', link },
    },
  })
}

/** Names nobody: the shop does not know the name any more. */
export function accountClosedMail(locale: Locale, { link }: Pick<Facts, 'link'>): Email {
  return inLanguage(locale, {
    en: {
      subject: 'Your Barq account was deleted',
      greeting: 'Hello,',
      paragraphs: [
        'Your account was deleted as you asked, with everything personal in it. Orders are kept without your name. This is the last mail about it; you are welcome to open another account:',
      ],
      action: { label: 'Open an account', link },
    },
    ar: {
      subject: 'حُذف حسابك في برق',
      greeting: 'مرحبًا،',
      paragraphs: [
        'حُذف حسابك بناءً على طلبك مع كل ما فيه من بيانات شخصية، وتبقى الطلبات دون اسمك. هذه آخر رسالة بشأنه، ويسعدنا أن تفتح حسابًا آخر:',
      ],
      action: { label: 'فتح حساب', link },
    },
  })
}

const hello: Record<Locale, (username: string) => string> = {
  en: (username) => (isGreetable(username) ? `Hello ${username},` : 'Hello,'),
  ar: (username) => (isGreetable(username) ? `مرحبًا ${username}،` : 'مرحبًا،'),
}

/** Anybody may register anybody's address: a name must not be a way to mail them an advertisement. */
function isGreetable(username: string): boolean {
  return username.length <= 60 && !/:\/\/|[\p{L}\d]\.[\p{L}\d]/u.test(username)
}

function known(name: string): string {
  return name === 'unknown' ? 'غير معروف' : name
}

/** Keeps Latin text in its own order within an Arabic sentence. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`
}

function inLanguage(locale: Locale, texts: Record<Locale, EmailParts>): Email {
  return renderEmail(locale, texts[locale])
}
