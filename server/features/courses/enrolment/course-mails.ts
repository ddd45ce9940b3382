/** Mails about seats and access, in the recipient's language. They are queued in the caller's transaction. */
import { directionOf, type Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { CoursesContext } from '../courses.cache.ts'
import type { Recipient } from './purchases.repository.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'

export type CourseMail =
  | 'seatOffered'
  | 'courseOpened'
  | 'accessGranted'
  | 'refunded'
  | 'refundDeclined'
  | 'refundReturned'
  | 'seatGone'

interface MailTexts {
  subject: string
  text: string
}

const TEXTS: Record<Language, Record<CourseMail, MailTexts> & { hello: string; link: string }> = {
  en: {
    hello: 'Hello {name},',
    link: 'Open the course: {url}',
    seatOffered: {
      subject: 'A seat is free: {course}',
      text: 'A seat in “{course}” became free and is reserved for you for 24 hours. Book it on the course page; after that it goes to the next person on the waiting list.',
    },
    courseOpened: {
      subject: 'Now open: {course}',
      text: 'You asked us to tell you: “{course}” is open now.',
    },
    accessGranted: {
      subject: 'Your course is open: {course}',
      text: 'Your payment for “{course}” has been noted and the course is open for you. The money-back guarantee lasts until {day}.',
    },
    refunded: {
      subject: 'Your money is coming back: {course}',
      text: 'Your request was accepted: {amount} of your payment for “{course}” is being returned, and the course is closed for you. Your progress is kept.',
    },
    refundDeclined: {
      subject: 'About your refund request: {course}',
      text: 'Your request to get the money for “{course}” back was declined. The course stays open for you. You find the reason on the course page.',
    },
    refundReturned: {
      subject: 'Your refund did not reach you: {course}',
      text: 'The money for “{course}” came back to us, so your refund did not reach you. Your request is open again, and so is the course until it is decided. Please check the details of your account with us.',
    },
    seatGone: {
      subject: 'Your payment is coming back: {course}',
      text: 'Your payment for “{course}” arrived after your seat was no longer held, and no seat is free. We are sending all of it back to you: {amount}. You do not need to do anything. On the course page you can join the waiting list.',
    },
  },
  hi: {
    hello: 'नमस्ते {name},',
    link: 'कोर्स खोलें: {url}',
    seatOffered: {
      subject: 'एक सीट खाली है: {course}',
      text: '“{course}” में एक सीट खाली हुई है और 24 घंटे तक आपके लिए सुरक्षित है। इसे कोर्स के पेज पर बुक करें; उसके बाद यह प्रतीक्षा सूची के अगले व्यक्ति को मिलेगी।',
    },
    courseOpened: {
      subject: 'अब खुला है: {course}',
      text: 'आपने सूचना माँगी थी: “{course}” अब खुल गया है।',
    },
    accessGranted: {
      subject: 'आपका कोर्स खुल गया है: {course}',
      text: '“{course}” के लिए आपका भुगतान दर्ज हो गया है और कोर्स आपके लिए खुला है। पैसे वापसी की गारंटी {day} तक है।',
    },
    refunded: {
      subject: 'आपके पैसे वापस आ रहे हैं: {course}',
      text: 'आपका अनुरोध स्वीकार हो गया: “{course}” के आपके भुगतान में से {amount} लौटाए जा रहे हैं और कोर्स आपके लिए बंद है। आपकी प्रगति सुरक्षित है।',
    },
    refundDeclined: {
      subject: 'आपके पैसे वापसी के अनुरोध के बारे में: {course}',
      text: '“{course}” के पैसे लौटाने का आपका अनुरोध स्वीकार नहीं हुआ। कोर्स आपके लिए खुला रहेगा। कारण कोर्स के पेज पर है।',
    },
    refundReturned: {
      subject: 'आपके लौटाए गए पैसे आप तक नहीं पहुँचे: {course}',
      text: '“{course}” के पैसे हमारे पास वापस आ गए, यानी वे आप तक नहीं पहुँचे। आपका अनुरोध फिर से खुला है और फ़ैसला होने तक कोर्स भी खुला रहेगा। कृपया अपने खाते की जानकारी हमारे साथ जाँच लें।',
    },
    seatGone: {
      subject: 'आपका भुगतान वापस आ रहा है: {course}',
      text: '“{course}” के लिए आपका भुगतान तब पहुँचा जब आपकी सीट का समय खत्म हो चुका था, और अब कोई सीट खाली नहीं है। हम पूरी राशि लौटा रहे हैं: {amount}। आपको कुछ करने की ज़रूरत नहीं है। कोर्स के पेज पर आप प्रतीक्षा सूची में शामिल हो सकते हैं।',
    },
  },
  ar: {
    hello: 'مرحبًا {name}،',
    link: 'افتح الدورة: {url}',
    seatOffered: {
      subject: 'مقعد متاح: {course}',
      text: 'أصبح مقعد في «{course}» متاحًا وهو محجوز لك لمدة 24 ساعة. احجزه من صفحة الدورة، وبعد ذلك ينتقل إلى من يليك في قائمة الانتظار.',
    },
    courseOpened: {
      subject: 'أصبحت متاحة الآن: {course}',
      text: 'طلبت منا إعلامك: دورة «{course}» متاحة الآن.',
    },
    accessGranted: {
      subject: 'دورتك متاحة الآن: {course}',
      text: 'تم تسجيل دفعتك لدورة «{course}» وأصبحت الدورة متاحة لك. يستمر ضمان استرداد المال حتى {day}.',
    },
    refunded: {
      subject: 'سيعود إليك المبلغ: {course}',
      text: 'تم قبول طلبك: يُعاد إليك {amount} من دفعتك لدورة «{course}» وأُغلقت الدورة لديك. يبقى تقدّمك محفوظًا.',
    },
    refundDeclined: {
      subject: 'بخصوص طلب الاسترداد: {course}',
      text: 'لم يُقبل طلبك استرداد مبلغ دورة «{course}». تبقى الدورة متاحة لك، وتجد السبب في صفحة الدورة.',
    },
    refundReturned: {
      subject: 'لم يصلك المبلغ المسترد: {course}',
      text: 'عاد إلينا مبلغ دورة «{course}»، فلم يصلك. طلبك مفتوح من جديد، وتبقى الدورة متاحة لك حتى يُبتّ فيه. يُرجى مراجعة بيانات حسابك معنا.',
    },
    seatGone: {
      subject: 'دفعتك في طريقها إليك: {course}',
      text: 'وصلت دفعتك لدورة «{course}» بعد انتهاء حجز مقعدك، ولا يوجد مقعد متاح الآن. نعيد إليك المبلغ كاملًا: {amount}. لا يلزمك فعل شيء. يمكنك الانضمام إلى قائمة الانتظار من صفحة الدورة.',
    },
  },
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** "21 December 2026" in the recipient's language, with the digits that the app uses. */
const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** Minor units as money, with the digits that the app uses; rupees group by lakh in every language. */
const amountText = ({ minor, currency }: { minor: number; currency: string }, language: Language): string => {
  const locale = `${currency === 'INR' && language === 'en' ? 'en-IN' : language}-u-nu-latn`
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export const mailAboutCourse = (
  { outbox, publicUrl }: Pick<CoursesContext, 'outbox' | 'publicUrl'>,
  db: TenantDb,
  to: Recipient,
  mail: CourseMail,
  course: { id: number; title: string; day?: string; amount?: { minor: number; currency: string } },
): Promise<void> => {
  const { language } = to
  const texts = TEXTS[language]
  const values = {
    name: to.full_name,
    course: course.title,
    day: course.day ? dayText(course.day, language) : '',
    amount: course.amount ? amountText(course.amount, language) : '',
    url: publicUrl ? `${publicUrl.replace(/\/$/, '')}/courses/${course.id}` : '',
  }
  const paragraphs = [texts.hello, texts[mail].text, ...(publicUrl ? [texts.link] : [])].map((text) =>
    fill(text, values),
  )
  const direction = directionOf(language)
  const blocks = paragraphs.map((text) => `<p dir="auto">${escapeHtml(text)}</p>`).join('')
  return outbox.add(db, {
    to: to.email,
    channel: 'email',
    language,
    subject: fill(texts[mail].subject, values),
    text: paragraphs.join('\n\n'),
    html: `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"></head><body style="font:16px/1.5 system-ui,sans-serif">${blocks}</body></html>`,
  })
}
