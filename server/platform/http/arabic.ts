/** The Arabic of what a customer may be told, by its English; arabic.test.ts keeps it complete. */
import type { FastifyRequest } from 'fastify'
import { ORDER_LINES_MAX, PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { localeOf } from './field-messages.ts'

export const ARABIC: Readonly<Record<string, string>> = {
  // A form and its fields
  'The request is not valid.': 'البيانات المرسلة غير صالحة.',
  'The password confirmation does not match.': 'تأكيد كلمة المرور غير مطابق.',
  'This email is already taken.': 'هذا البريد الإلكتروني مستخدَم من قبل.',
  'Another account has taken this email meanwhile.':
    'أصبح هذا البريد الإلكتروني لحساب آخر في هذه الأثناء.',
  'This link was used, replaced or is too old.': 'استُخدم هذا الرابط أو استُبدل أو انتهت صلاحيته.',
  'This link was used, replaced or is too old. Ask for a new one.':
    'استُخدم هذا الرابط أو استُبدل أو انتهت صلاحيته. اطلب رابطًا جديدًا.',
  'Set a password first, by the link on the sign-in page.':
    'عيّن كلمة مرور أولًا من الرابط في صفحة تسجيل الدخول.',
  'Enter your current password.': 'أدخل كلمة مرورك الحالية.',
  'Your account has no password. Sign in with Google again and save within ten minutes, or set a password by the link on the sign-in page.':
    'ليست لحسابك كلمة مرور. سجّل الدخول عبر Google من جديد واحفظ خلال عشر دقائق، أو عيّن كلمة مرور من الرابط في صفحة تسجيل الدخول.',
  'This is not the password of your account.': 'هذه ليست كلمة مرور حسابك.',
  'This sign-in is too old. Please begin again.': 'انتهت مهلة تسجيل الدخول. ابدأ من جديد.',

  // Accounts
  'Bad credentials': 'بيانات الدخول غير صحيحة',
  'Please sign in.': 'سجّل الدخول من فضلك.',
  'This is for the staff of the shop.': 'هذا لموظفي المتجر.',
  'Profile updated.': 'حُدّث الملف الشخصي.',
  'Profile updated. We mailed a link to the new address: it becomes yours once you open the link within 7 days.':
    'حُدّث الملف الشخصي. أرسلنا رابطًا إلى العنوان الجديد، ويصبح بريد حسابك بعد أن تفتح الرابط خلال 7 أيام.',
  'Staff accounts are not deleted by themselves.': 'لا يمكن للموظفين حذف حساباتهم بأنفسهم.',
  'The demo accounts are for everybody.': 'حسابات العرض التجريبي للجميع.',
  'Too many attempts. Please wait before you try again.':
    'محاولات كثيرة جدًا. انتظر قليلًا ثم حاول مجددًا.',
  'Too many people are signing in. Please try again.': 'كثيرون يسجّلون الدخول الآن. حاول مجددًا.',

  // Pictures
  'Choose a picture.': 'اختر صورة.',
  'Send the file as multipart/form-data.': 'أرسل الملف بصيغة multipart/form-data.',
  'Your last picture is still being stored.': 'لم يكتمل حفظ صورتك السابقة بعد.',
  'The file is empty.': 'الملف فارغ.',
  [`The file is too large: ${PICTURE_BYTES_MAX / 1024 ** 2} MB at most.`]: `الملف كبير جدًا: ${PICTURE_BYTES_MAX / 1024 ** 2} ميجابايت على الأكثر.`,
  'The upload is too large.': 'الملفات المرسلة كبيرة جدًا.',
  'The upload could not be read.': 'تعذّرت قراءة الملف المرسل.',
  'The picture has too many pixels: 40 megapixels at most.':
    'أبعاد الصورة كبيرة جدًا: 40 ميجابكسل على الأكثر.',
  'The picture is too large for its format. Make it smaller, or a plain JPEG.':
    'الصورة كبيرة جدًا بالنسبة إلى صيغتها. صغّرها أو احفظها بصيغة JPEG عادية.',
  'This file is not a JPEG, PNG, WebP, AVIF or GIF picture.':
    'هذا الملف ليس صورة بصيغة JPEG أو PNG أو WebP أو AVIF أو GIF.',
  'The picture is not available now.': 'الصورة غير متاحة الآن.',
  'The picture cannot be stored now. Please try again.': 'تعذّر حفظ الصورة الآن. حاول مجددًا.',
  'Many pictures are being stored. Please try again.': 'تُحفظ صور كثيرة الآن. حاول مجددًا.',

  // Cart, orders and payment
  'This product is sold out.': 'نفد هذا المنتج.',
  [`A cart holds at most ${ORDER_LINES_MAX} products.`]: `تتسع السلة لعدد ${ORDER_LINES_MAX} من المنتجات على الأكثر.`,
  'Some products are not available in this quantity.': 'بعض المنتجات غير متوفرة بهذه الكمية.',
  'You have many orders that are not paid yet. Pay or cancel one of them first.':
    'لديك طلبات كثيرة لم تُدفع بعد. ادفع أحدها أو ألغِه أولًا.',
  'You hold as many units as one customer may before paying. Pay or cancel an order first.':
    'حجزت أقصى عدد من القطع يُسمح به قبل الدفع. ادفع طلبًا أو ألغِه أولًا.',
  'Confirm your e-mail address, or pay for an order, before you order more.':
    'أكّد بريدك الإلكتروني أو ادفع أحد طلباتك قبل أن تطلب المزيد.',
  'Many orders from your network are not paid yet. Pay for yours, or try again later.':
    'طلبات كثيرة من شبكتك لم تُدفع بعد. ادفع طلباتك أو حاول لاحقًا.',
  'This is more of a product than one customer may hold before paying. Order fewer, or pay for an order first.':
    'هذه الكمية أكبر مما يمكن لعميل واحد حجزه من منتج قبل الدفع. قلّل الكمية أو ادفع طلبًا أولًا.',
  'The last units of a product go one to a customer before paying. Order one, or pay for an order first.':
    'آخر القطع من المنتج تُباع قطعة واحدة لكل عميل قبل الدفع. اطلب قطعة واحدة أو ادفع طلبًا أولًا.',
  'Your network holds units of this product that are not paid yet, and may not hold more. Try again later.':
    'في شبكتك قطع محجوزة من هذا المنتج لم تُدفع بعد، ولا يمكن حجز المزيد. حاول لاحقًا.',
  'Orders can only be placed in your own name.': 'لا يمكن الطلب إلا باسمك.',
  'This key was used for another order.': 'استُخدم هذا المفتاح لطلب آخر.',
  'The order is in a state that does not allow this.': 'حالة الطلب لا تسمح بذلك.',
  'The payment of this order is under way. Try again later.':
    'دفع هذا الطلب قيد التنفيذ. حاول مرة أخرى لاحقًا.',
  'Only a confirmed order can be paid.': 'لا يُدفع إلا طلب مؤكَّد.',
  'The time to pay for this order is over, and it was cancelled. You can order again.':
    'انتهت مهلة دفع هذا الطلب وأُلغي. يمكنك الطلب من جديد.',
  'The shop is looking into the payment of this order.': 'يراجع المتجر دفع هذا الطلب.',
  'Nobody can be asked about the payment of this order, and its page may still be open. Try again later.':
    'لا يمكن الاستعلام عن دفع هذا الطلب، وقد تكون صفحة دفعه ما زالت مفتوحة. حاول لاحقًا.',
  'The payment was declined. Nothing was charged.': 'رُفض الدفع ولم يُخصم شيء.',
  'The payment did not go through yet. Please try again.': 'لم يتم الدفع بعد. حاول مجددًا.',

  // Any call
  'Not found.': 'غير موجود.',
  'This cursor does not belong to this list.': 'هذا المؤشر لا يخص هذه القائمة.',
  'This content type is not accepted here.': 'نوع المحتوى هذا غير مقبول هنا.',
  'The body is not valid JSON.': 'البيانات المرسلة ليست بصيغة JSON صالحة.',
  'The body does not have the announced length.': 'طول البيانات المرسلة لا يطابق الطول المعلَن.',
  'The body is too large.': 'البيانات المرسلة كبيرة جدًا.',
  'The body is too deep.': 'البيانات المرسلة متداخلة أكثر من اللازم.',
  'The body took too long to arrive.': 'تأخر وصول البيانات كثيرًا.',
  'The request took too long to arrive.': 'تأخر وصول البيانات كثيرًا.',
  'The headers are too large.': 'ترويسات HTTP كبيرة جدًا.',
  'This is not a request that can be read.': 'تعذّرت قراءة البيانات المرسلة.',
  'The address is too long.': 'العنوان طويل جدًا.',
  'The address is malformed.': 'العنوان غير صحيح.',
  'The shop is busy. Please try again in a moment.': 'المتجر مشغول. حاول مجددًا بعد لحظات.',
  'Something went wrong on our side. Please try again.': 'حدث خطأ من جهتنا. حاول مجددًا.',
}

/** Puts a sentence into the language of whoever asks. */
export function translatorFor({ headers }: FastifyRequest): (sentence: string) => string {
  return localeOf(headers['accept-language']) === 'ar' ? inArabic : (sentence) => sentence
}

/** The sentence in Arabic where there is one, else as it is. */
function inArabic(sentence: string): string {
  return ARABIC[sentence] ?? sentence
}
