/** What phones and mails say; the app has its own words for the same kinds. */
import type { Language } from '#contract/common.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { NotificationParams } from './notifications.tables.ts'

interface Words {
  title: string
  body: string
}

interface Texts {
  kinds: Record<NotificationKind, Words>
  test: Words
  hello: string
  subject: string
  subjectMany: string
  open: string
  more: string
  settings: string
  unsubscribe: string
  unsubscribed: string
  stop: string
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
      course_opened: { title: 'Now open', body: '“{title}”' },
      result_released: { title: 'Your result is there', body: '“{title}”' },
      result_changed: { title: 'Your result was corrected', body: '“{title}”' },
      extra_time: { title: 'You have more time', body: '“{title}”: {minutes} minutes more' },
      appeal_decided: { title: 'Your appeal was answered', body: '“{title}”' },
    },
    test: { title: 'Notifications work', body: 'This device will tell you what is new.' },
    hello: 'Hello {name},',
    subject: '{line}',
    subjectMany: 'New for you: {count}',
    open: 'Open: {url}',
    more: 'And more in the app: {count}',
    settings: 'You choose what we write to you about in your profile, under “Notification settings”.',
    unsubscribe: 'No more of these mails: {url}',
    unsubscribed:
      'Done. We write you no more mails about what is new; the bell goes on. You can change this in your profile.',
    stop: 'Stop these mails',
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
      course_opened: { title: 'अब खुला है', body: '“{title}”' },
      result_released: { title: 'आपका परिणाम आ गया', body: '“{title}”' },
      result_changed: { title: 'आपका परिणाम सुधारा गया', body: '“{title}”' },
      extra_time: { title: 'आपको और समय मिला', body: '“{title}”: {minutes} मिनट और' },
      appeal_decided: { title: 'आपकी अपील का उत्तर आया', body: '“{title}”' },
    },
    test: { title: 'नोटिफ़िकेशन चल रहे हैं', body: 'यह डिवाइस आपको नई बातें बताएगा।' },
    hello: 'नमस्ते {name},',
    subject: '{line}',
    subjectMany: 'आपके लिए नया: {count}',
    open: 'खोलें: {url}',
    more: 'ऐप में और भी: {count}',
    settings: 'हम आपको किस बारे में लिखें, यह आप अपनी प्रोफ़ाइल में “नोटिफ़िकेशन सेटिंग” के नीचे चुनते हैं।',
    unsubscribe: 'ये मेल और न पाएँ: {url}',
    unsubscribed:
      'हो गया। नई बातों के बारे में अब कोई मेल नहीं आएगा; घंटी चलती रहेगी। इसे आप अपनी प्रोफ़ाइल में बदल सकते हैं।',
    stop: 'ये मेल बंद करें',
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
      course_opened: { title: 'متاحة الآن', body: '«{title}»' },
      result_released: { title: 'ظهرت نتيجتك', body: '«{title}»' },
      result_changed: { title: 'صُحّحت نتيجتك', body: '«{title}»' },
      extra_time: { title: 'لديك وقت إضافي', body: '«{title}»: ‏{minutes} دقيقة إضافية' },
      appeal_decided: { title: 'تم الرد على اعتراضك', body: '«{title}»' },
    },
    test: { title: 'الإشعارات تعمل', body: 'سيخبرك هذا الجهاز بكل جديد.' },
    hello: 'مرحبًا {name}،',
    subject: '{line}',
    subjectMany: 'جديد لك: {count}',
    open: 'افتح: {url}',
    more: 'والمزيد في التطبيق: {count}',
    settings: 'تختار ما نراسلك بشأنه في ملفك الشخصي تحت «إعدادات الإشعارات».',
    unsubscribe: 'لإيقاف هذه الرسائل: {url}',
    unsubscribed: 'تم. لن نراسلك بعد الآن بشأن الجديد، ويبقى الجرس يعمل. يمكنك تغيير ذلك في ملفك الشخصي.',
    stop: 'إيقاف هذه الرسائل',
    unknown: 'هذا العنوان غير مكتمل. يرجى فتح الرابط من الرسالة مرة أخرى.',
  },
}

const fill = (text: string, values: NotificationParams): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** Title and line of one notification in a language. */
export const wordsFor = (
  language: Language,
  { kind, params }: { kind: NotificationKind; params: NotificationParams },
): Words => {
  const { title, body } = TEXTS[language].kinds[kind]
  return { title: fill(title, params), body: fill(body, params) }
}

/** What the page behind a mail's last link says. */
export const unsubscribeWords = (language: Language): Pick<Texts, 'unsubscribed' | 'stop' | 'unknown'> =>
  TEXTS[language]

export const testWords = (language: Language): Words => TEXTS[language].test

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** Lines of one mail; the rest is counted. */
const LINES_MAX = 20

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/** One mail about everything that came together. */
export const mailOf = (of: {
  language: Language
  name: string
  publicUrl: string | null
  /** Null where the installation does not say how it is reached. */
  unsubscribeUrl: string | null
  told: readonly { kind: NotificationKind; params: NotificationParams; link: string }[]
}): { subject: string; text: string; html: string } => {
  const { language, publicUrl, told } = of
  const texts = TEXTS[language]
  const lines = told.slice(0, LINES_MAX).map((each) => {
    const words = wordsFor(language, each)
    return {
      line: `${words.title} – ${words.body}`,
      url: publicUrl === null ? null : `${publicUrl.replace(/\/$/, '')}${each.link}`,
    }
  })
  const rest = told.length - lines.length
  const { unsubscribeUrl: stopUrl } = of
  const after = [
    ...(rest > 0 ? [fill(texts.more, { count: rest })] : []),
    texts.settings,
    ...(stopUrl === null ? [] : [fill(texts.unsubscribe, { url: stopUrl })]),
  ]
  const hello = fill(texts.hello, { name: of.name })
  const subject =
    told.length === 1
      ? fill(texts.subject, { line: lines[0]?.line ?? '' })
      : fill(texts.subjectMany, { count: told.length })
  const text = [
    hello,
    ...lines.map(({ line, url }) => (url === null ? line : `${line}\n${fill(texts.open, { url })}`)),
    ...after,
  ].join('\n\n')
  const items = lines
    .map(({ line, url }) => {
      const words = `<span dir="auto">${escapeHtml(line)}</span>`
      return `<li style="margin:0 0 12px">${url === null ? words : `<a href="${escapeHtml(url)}">${words}</a>`}</li>`
    })
    .join('')
  const paragraphs = after.map((each) => `<p dir="auto">${escapeHtml(each)}</p>`).join('')
  return {
    subject,
    text,
    html: `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"></head><body style="font:16px/1.5 system-ui,sans-serif"><p dir="auto">${escapeHtml(hello)}</p><ul style="padding-inline-start:20px">${items}</ul>${paragraphs}</body></html>`,
  }
}
