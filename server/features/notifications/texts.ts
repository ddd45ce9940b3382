/** Texts of pushes and mails; the app has its own texts for the same kinds. */
import { badgeNames } from '#contract/badges/badges.ts'
import { directionOf, type Language, perLanguage } from '#contract/languages.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { BADGE_TITLES } from './badge-titles.ts'
import type { NotificationParams } from './notifications.tables.ts'

interface NotificationText {
  title: string
  body: string
}

/** One sentence for each moment of a reminder, chosen by the parameter `moment`. */
type ByMoment = Record<'day' | 'hour' | 'start', string>

/** One sentence for each plural form, chosen by the parameter `minutes`. */
type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

interface Texts {
  kinds: Record<NotificationKind, { title: string; body: string | Plural | ByMoment }>
  test: NotificationText
  hello: string
  subject: string
  subjectMany: string
  subjectDaily: string
  open: string
  more: string
  settings: string
  settingsLink: string
  unsubscribe: string
  unsubscribed: string
  stop: string
  daily: string
  nowDaily: string
  unknown: string
}

const TEXTS: Record<Language, Texts> = {
  en: {
    kinds: {
      mention: { title: '{who} mentioned you', body: 'In “{title}”' },
      reply: { title: '{who} replied to you', body: 'In “{title}”' },
      followed: { title: 'New comment by {who}', body: 'In “{title}”' },
      accepted: { title: 'Your answer helped', body: 'It was marked as the answer to “{title}”' },
      post_removed: { title: 'A moderator removed your post', body: '“{title}”: {reason}' },
      report_settled: { title: 'Your report was looked at', body: '“{title}”: {reason}' },
      graded: { title: 'Your work was graded', body: '“{title}”: {points} of {of} points' },
      seat_offered: { title: 'A seat is free', body: '“{title}”: reserved for you for 24 hours' },
      payment_due: { title: 'A payment is due', body: '“{title}”: {amount}, due on {due}' },
      payment_returned: {
        title: 'Your payment goes back to you',
        body: '“{title}”: the money is on its way',
      },
      refund_declined: {
        title: 'Your refund request was declined',
        body: '“{title}”: see the reason. Your place stays open.',
      },
      course_opened: { title: 'Now open', body: '“{title}”' },
      badge_earned: { title: 'A new badge is yours', body: '“{badge}”' },
      certificate_issued: { title: 'Your certificate is here', body: '“{title}”: download it or share it' },
      certificate_ready: {
        title: 'You earned a certificate',
        body: '“{title}”: confirm your name to get it',
      },
      certificate_expiring: { title: 'A certificate expires soon', body: '“{title}”: valid until {day}' },
      certificate_revoked: { title: 'A certificate was revoked', body: '“{title}”: see the reason' },
      attendance_low: {
        title: 'Your attendance is below 75%',
        body: '“{title}”: {percent}% so far. See how to catch up.',
      },
      attendance_answered: { title: 'Your question about a mark was answered', body: '“{title}”: {reason}' },
      attendance_corrected: {
        title: 'Your attendance was corrected',
        body: '“{title}” counts differently now. See how, and why.',
      },
      result_released: { title: 'Your result is there', body: '“{title}”' },
      result_changed: { title: 'Your result was corrected', body: '“{title}”' },
      extra_time: {
        title: 'You have more time',
        body: { one: '“{title}”: {minutes} minute more', other: '“{title}”: {minutes} minutes more' },
      },
      appeal_decided: { title: 'Your appeal was answered', body: '“{title}”' },
      live_reminder: {
        title: 'Live class',
        body: {
          day: '“{title}” starts in 24 hours',
          hour: '“{title}” starts in an hour',
          start: '“{title}” is starting now',
        },
      },
      job_alert: { title: 'A new job for you', body: '“{title}” – {company}' },
      application_news: { title: 'News about your application', body: '“{title}” – {company}' },
      application_message: { title: 'A recruiter wrote to you', body: '“{title}” – {company}' },
      live_invited: { title: 'You’re invited to a live class', body: '“{title}”, {at}' },
      live_moved: { title: 'A live session has moved', body: '“{title}”: {before} → {after}' },
      live_cancelled: { title: 'A live session is cancelled', body: '“{title}”, planned for {before}' },
      referral_rewarded: { title: 'Your reward is here', body: '{amount} for bringing {who}' },
      referral_reversed: {
        title: 'A reward was taken back',
        body: '{amount}: the payment of {who} was refunded',
      },
      account_viewed: {
        title: 'Support looked at your account',
        body: '{who} saw the app as you do: “{reason}”',
      },
    },
    test: { title: 'Notifications work', body: 'This device will tell you what is new.' },
    hello: 'Hello {name},',
    subject: '{line}',
    subjectMany: 'New for you: {count}',
    subjectDaily: 'New for you today: {count}',
    open: 'Open: {url}',
    more: 'And more in the app: {count}',
    settings: 'You choose what we write to you about in your profile, under “Notification settings”.',
    settingsLink: 'Notification settings',
    unsubscribe: 'No more of these mails: {url}',
    unsubscribed:
      'Done. We write you no more mails about what is new; the bell goes on. You can change this in your profile.',
    stop: 'Stop these mails',
    daily: 'One mail a day instead',
    nowDaily: 'Done. What is new now comes in one mail a day. You choose the hour in your profile.',
    unknown: 'This address is not complete. Please open the link from the mail again.',
  },
  hi: {
    kinds: {
      mention: { title: '{who} ने आपका ज़िक्र किया', body: '“{title}” में' },
      reply: { title: '{who} ने आपको जवाब दिया', body: '“{title}” में' },
      followed: { title: '{who} की नई टिप्पणी', body: '“{title}” में' },
      accepted: { title: 'आपके उत्तर से मदद मिली', body: 'इसे “{title}” का उत्तर चुना गया' },
      post_removed: { title: 'मॉडरेटर ने आपकी पोस्ट हटाई', body: '“{title}”: {reason}' },
      report_settled: { title: 'आपकी रिपोर्ट देखी गई', body: '“{title}”: {reason}' },
      graded: { title: 'आपके काम को अंक मिले', body: '“{title}”: {of} में से {points} अंक' },
      seat_offered: { title: 'एक सीट खाली है', body: '“{title}”: 24 घंटे तक आपके लिए सुरक्षित' },
      payment_due: { title: 'भुगतान बाकी है', body: '“{title}”: {amount}, तारीख {due}' },
      payment_returned: { title: 'आपका भुगतान वापस आ रहा है', body: '“{title}”: पैसे लौटाए जा रहे हैं' },
      refund_declined: {
        title: 'पैसे वापसी का आपका अनुरोध स्वीकार नहीं हुआ',
        body: '“{title}”: कारण देखें। आपकी सीट बनी रहेगी।',
      },
      course_opened: { title: 'अब खुला है', body: '“{title}”' },
      badge_earned: { title: 'आपको नया बैज मिला', body: '“{badge}”' },
      certificate_issued: { title: 'आपका प्रमाणपत्र तैयार है', body: '“{title}”: डाउनलोड करें या साझा करें' },
      certificate_ready: {
        title: 'आपने प्रमाणपत्र अर्जित किया है',
        body: '“{title}”: पाने के लिए अपने नाम की पुष्टि करें',
      },
      certificate_expiring: { title: 'एक प्रमाणपत्र जल्द समाप्त होगा', body: '“{title}”: {day} तक मान्य' },
      certificate_revoked: { title: 'एक प्रमाणपत्र रद्द किया गया', body: '“{title}”: कारण देखें' },
      attendance_low: {
        title: 'आपकी उपस्थिति 75% से कम है',
        body: '“{title}”: अब तक {percent}%। देखिए कि इसे कैसे बढ़ाएँ।',
      },
      attendance_answered: { title: 'आपकी उपस्थिति पर आपके सवाल का जवाब आया', body: '“{title}”: {reason}' },
      attendance_corrected: {
        title: 'आपकी उपस्थिति सुधारी गई',
        body: '“{title}” अब अलग तरह से गिनी जाती है। देखिए कैसे और क्यों।',
      },
      result_released: { title: 'आपका परिणाम आ गया', body: '“{title}”' },
      result_changed: { title: 'आपका परिणाम सुधारा गया', body: '“{title}”' },
      extra_time: { title: 'आपको और समय मिला', body: '“{title}”: {minutes} मिनट और' },
      appeal_decided: { title: 'आपकी अपील का उत्तर आया', body: '“{title}”' },
      live_reminder: {
        title: 'लाइव क्लास',
        body: {
          day: '“{title}” 24 घंटे में शुरू होगी',
          hour: '“{title}” एक घंटे में शुरू होगी',
          start: '“{title}” अभी शुरू हो रही है',
        },
      },
      job_alert: { title: 'आपके लिए एक नई नौकरी', body: '“{title}” – {company}' },
      application_news: { title: 'आपके आवेदन पर नई जानकारी', body: '“{title}” – {company}' },
      application_message: { title: 'रिक्रूटर ने आपको लिखा है', body: '“{title}” – {company}' },
      live_invited: { title: 'आपको एक लाइव क्लास में बुलाया गया है', body: '“{title}”, {at}' },
      live_moved: { title: 'लाइव क्लास का समय बदल गया', body: '“{title}”: {before} → {after}' },
      live_cancelled: { title: 'लाइव क्लास रद्द हो गई', body: '“{title}”, तय समय: {before}' },
      referral_rewarded: { title: 'आपका इनाम आ गया', body: '{who} को बुलाने के लिए {amount}' },
      referral_reversed: { title: 'एक इनाम वापस लिया गया', body: '{amount}: {who} का भुगतान लौटा दिया गया' },
      account_viewed: { title: 'सपोर्ट ने आपका खाता देखा', body: '{who} ने ऐप को आपकी तरह देखा: “{reason}”' },
    },
    test: { title: 'नोटिफ़िकेशन चल रहे हैं', body: 'यह डिवाइस आपको नई बातें बताएगा।' },
    hello: 'नमस्ते {name},',
    subject: '{line}',
    subjectMany: 'आपके लिए नया: {count}',
    subjectDaily: 'आज आपके लिए नया: {count}',
    open: 'खोलें: {url}',
    more: 'ऐप में और भी: {count}',
    settings: 'हम आपको किस बारे में लिखें, यह आप अपनी प्रोफ़ाइल में “नोटिफ़िकेशन सेटिंग” के नीचे चुनते हैं।',
    settingsLink: 'नोटिफ़िकेशन सेटिंग',
    unsubscribe: 'ये मेल और न पाएँ: {url}',
    unsubscribed:
      'हो गया। नई बातों के बारे में अब कोई मेल नहीं आएगा; घंटी चलती रहेगी। इसे आप अपनी प्रोफ़ाइल में बदल सकते हैं।',
    stop: 'ये मेल बंद करें',
    daily: 'इसके बजाय दिन में एक मेल',
    nowDaily: 'हो गया। नई बातें अब दिन में एक ही मेल में आएँगी। समय आप अपनी प्रोफ़ाइल में चुनते हैं।',
    unknown: 'यह पता पूरा नहीं है। कृपया मेल का लिंक फिर से खोलें।',
  },
  ar: {
    kinds: {
      mention: { title: 'ذكرك {who}', body: 'في «{title}»' },
      reply: { title: 'ردّ عليك {who}', body: 'في «{title}»' },
      followed: { title: 'تعليق جديد من {who}', body: 'في «{title}»' },
      accepted: { title: 'إجابتك كانت مفيدة', body: 'اختيرت إجابةً عن «{title}»' },
      post_removed: { title: 'أزال مشرف منشورك', body: '«{title}»: {reason}' },
      report_settled: { title: 'تمت مراجعة بلاغك', body: '«{title}»: {reason}' },
      graded: { title: 'تم تقييم عملك', body: '«{title}»: ‏{points} من {of} نقطة' },
      seat_offered: { title: 'مقعد متاح', body: '«{title}»: محجوز لك لمدة 24 ساعة' },
      payment_due: { title: 'دفعة مستحقة', body: '«{title}»: {amount}، موعدها {due}' },
      payment_returned: { title: 'دفعتك في طريقها إليك', body: '«{title}»: نعيد إليك المبلغ' },
      refund_declined: {
        title: 'لم يُقبل طلب استرداد المبلغ',
        body: '«{title}»: اطّلع على السبب. يبقى مكانك محفوظًا.',
      },
      course_opened: { title: 'متاحة الآن', body: '«{title}»' },
      badge_earned: { title: 'حصلت على شارة جديدة', body: '«{badge}»' },
      certificate_issued: { title: 'شهادتك جاهزة', body: '«{title}»: نزّلها أو شاركها' },
      certificate_ready: { title: 'لقد استحققت شهادة', body: '«{title}»: أكّد اسمك لتحصل عليها' },
      certificate_expiring: { title: 'شهادة تنتهي صلاحيتها قريبًا', body: '«{title}»: صالحة حتى {day}' },
      certificate_revoked: { title: 'أُلغيت شهادة', body: '«{title}»: اطّلع على السبب' },
      attendance_low: {
        title: 'حضورك أقل من 75%',
        body: '«{title}»: ‏{percent}% حتى الآن. اطّلع على ما يلزم لتعويضه.',
      },
      attendance_answered: { title: 'تم الرد على اعتراضك على تسجيل الحضور', body: '«{title}»: {reason}' },
      attendance_corrected: {
        title: 'صُحّح تسجيل حضورك',
        body: 'تغيّر احتساب «{title}». اطّلع على التغيير وسببه.',
      },
      result_released: { title: 'ظهرت نتيجتك', body: '«{title}»' },
      result_changed: { title: 'صُحّحت نتيجتك', body: '«{title}»' },
      extra_time: {
        title: 'لديك وقت إضافي',
        body: {
          zero: '«{title}»: لا دقائق إضافية',
          one: '«{title}»: دقيقة إضافية واحدة',
          two: '«{title}»: دقيقتان إضافيتان',
          few: '«{title}»: ‏{minutes} دقائق إضافية',
          many: '«{title}»: ‏{minutes} دقيقة إضافية',
          other: '«{title}»: ‏{minutes} دقيقة إضافية',
        },
      },
      appeal_decided: { title: 'تم الرد على اعتراضك', body: '«{title}»' },
      live_reminder: {
        title: 'حصة مباشرة',
        body: {
          day: 'تبدأ «{title}» بعد 24 ساعة',
          hour: 'تبدأ «{title}» بعد ساعة',
          start: 'تبدأ «{title}» الآن',
        },
      },
      job_alert: { title: 'وظيفة جديدة تناسب بحثك', body: '«{title}» – {company}' },
      application_news: { title: 'جديد بشأن طلبك', body: '«{title}» – {company}' },
      application_message: { title: 'كتب إليك مسؤول التوظيف', body: '«{title}» – {company}' },
      live_invited: { title: 'أنت مدعو إلى حصة مباشرة', body: '«{title}»، {at}' },
      live_moved: { title: 'تغيّر موعد جلسة مباشرة', body: '«{title}»: من {before} إلى {after}' },
      live_cancelled: { title: 'أُلغيت جلسة مباشرة', body: '«{title}»، وكان موعدها {before}' },
      referral_rewarded: { title: 'وصلت مكافأتك', body: '{amount} مقابل دعوة {who}' },
      referral_reversed: { title: 'استُردّت مكافأة', body: '{amount}: أُعيد المبلغ الذي دفعه {who}' },
      account_viewed: {
        title: 'اطّلع فريق الدعم على حسابك',
        body: 'شاهد {who} التطبيق كما تراه أنت: «{reason}»',
      },
    },
    test: { title: 'الإشعارات تعمل', body: 'سيخبرك هذا الجهاز بكل جديد.' },
    hello: 'مرحبًا {name}،',
    subject: '{line}',
    subjectMany: 'جديد لك: {count}',
    subjectDaily: 'جديدك اليوم: {count}',
    open: 'افتح: {url}',
    more: 'والمزيد في التطبيق: {count}',
    settings: 'تختار ما نراسلك بشأنه في ملفك الشخصي تحت «إعدادات الإشعارات».',
    settingsLink: 'إعدادات الإشعارات',
    unsubscribe: 'لإيقاف هذه الرسائل: {url}',
    unsubscribed: 'تم. لن نراسلك بعد الآن بشأن الجديد، ويبقى الجرس يعمل. يمكنك تغيير ذلك في ملفك الشخصي.',
    stop: 'إيقاف هذه الرسائل',
    daily: 'رسالة واحدة في اليوم بدلًا من ذلك',
    nowDaily: 'تم. يصلك الجديد من الآن في رسالة واحدة كل يوم. تختار وقتها في ملفك الشخصي.',
    unknown: 'هذا العنوان غير مكتمل. يرجى فتح الرابط من الرسالة مرة أخرى.',
  },
}

/** Fills placeholders; an unknown placeholder stays as it is. */
export const fill = (text: string, values: NotificationParams): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

const rules = perLanguage((language) => new Intl.PluralRules(language))

const momentNamed = (params: NotificationParams): keyof ByMoment =>
  (['day', 'hour'] as const).find((moment) => params['moment'] === moment) ?? 'start'

const bodyFor = (
  language: Language,
  body: string | Plural | ByMoment,
  params: NotificationParams,
): string => {
  if (typeof body === 'string') return body
  if ('start' in body) return body[momentNamed(params)]
  return body[rules[language].select(Number(params['minutes']))] ?? body.other
}

/** Letters that run in the opposite direction of the sentence around them. */
const OPPOSITE_DIRECTION = {
  ltr: /[\p{Script=Arabic}\p{Script=Hebrew}]/u,
  rtl: /[\p{Script=Latin}\p{Script=Devanagari}]/u,
} as const
/** Unicode isolates (UAX 9): the text between them does not affect the direction around it. */
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069']

const isolateParams = (language: Language, params: NotificationParams): NotificationParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && OPPOSITE_DIRECTION[directionOf(language)].test(value)
        ? `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}`
        : value,
    ]),
  )

/** A badge is stored by its key; people read its name. */
const withBadgeName = (language: Language, params: NotificationParams): NotificationParams => {
  const badge = badgeNames.find((name) => name === params['badge'])
  return badge ? { ...params, badge: BADGE_TITLES[language][badge] } : params
}

/** Replaces the isolates by HTML elements, in text that is already escaped. */
export const isolatesToHtml = (text: string): string =>
  text.replaceAll(FIRST_STRONG_ISOLATE, '<bdi>').replaceAll(POP_ISOLATE, '</bdi>')

/**
 * Title and line of one notification. Names and titles in other scripts do not change the sentence's direction.
 */
export const notificationText = (
  language: Language,
  { kind, params: rawParams }: { kind: NotificationKind; params: NotificationParams },
): NotificationText => {
  const params = isolateParams(language, withBadgeName(language, rawParams))
  const { title, body } = TEXTS[language].kinds[kind]
  return { title: fill(title, params), body: fill(bodyFor(language, body, params), params) }
}

/** The texts of a mail around its lines. */
export const mailTexts = (language: Language): Omit<Texts, 'kinds' | 'test'> => TEXTS[language]

/** The texts of the unsubscribe page. */
export const unsubscribeTexts = (
  language: Language,
): Pick<Texts, 'unsubscribed' | 'stop' | 'daily' | 'nowDaily' | 'unknown'> => TEXTS[language]

export const testText = (language: Language): NotificationText => TEXTS[language].test
