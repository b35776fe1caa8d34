/** The Arabic of sentences that stand beside a customer's form fields, by their English. */
const ARABIC: Readonly<Record<string, string>> = {
  'The password confirmation does not match.': 'تأكيد كلمة المرور غير مطابق.',
  'This email is already taken.': 'هذا البريد الإلكتروني مستخدَم من قبل.',
  'This link was used, replaced or is too old.': 'استُخدم هذا الرابط أو استُبدل أو انتهت صلاحيته.',
  'This link was used, replaced or is too old. Ask for a new one.':
    'استُخدم هذا الرابط أو استُبدل أو انتهت صلاحيته. اطلب رابطًا جديدًا.',
  'Set a password first, by the link on the sign-in page.':
    'عيّن كلمة مرور أولًا من الرابط في صفحة تسجيل الدخول.',
  'This is not the password of your account.': 'هذه ليست كلمة مرور حسابك.',
  'This sign-in is too old. Please begin again.': 'انتهت مهلة تسجيل الدخول. ابدأ من جديد.',
  'Choose a picture.': 'اختر صورة.',
  'The file is empty.': 'الملف فارغ.',
  'The picture has too many pixels: 40 megapixels at most.':
    'أبعاد الصورة كبيرة جدًا: 40 ميجابكسل على الأكثر.',
  'This file is not a JPEG, PNG, WebP, AVIF or GIF picture.':
    'هذا الملف ليس صورة بصيغة JPEG أو PNG أو WebP أو AVIF أو GIF.',
}

/** The sentence in Arabic where there is one, else as it is. */
export function inArabic(sentence: string): string {
  return ARABIC[sentence] ?? sentence
}
