import type { Language } from '#contract/languages.ts'

interface Texts {
  /** Below a campaign: why the person has it. `{name}` is the client's name. */
  reason: string
  unsubscribe: string
  test: string
  /** The page behind the link. */
  title: string
  ask: string
  button: string
  done: string
  undo: string
  undone: string
  unknown: string
}

const TEXTS: Record<Language, Texts> = {
  en: {
    reason: 'You are getting this e-mail from {name}.',
    unsubscribe: 'Unsubscribe',
    test: 'Test',
    title: 'Unsubscribe',
    ask: 'No more e-mails of this kind? Mails about your account, such as codes, still arrive.',
    button: 'Unsubscribe',
    done: 'Done. You won’t get e-mails of this kind any more.',
    undo: 'Keep sending me e-mails',
    undone: 'Done. We’ll keep sending you e-mails.',
    unknown: 'This link does not work. Please use the link in the newest e-mail.',
  },
  hi: {
    reason: 'यह ईमेल आपको {name} की ओर से मिला है।',
    unsubscribe: 'सदस्यता छोड़ें',
    test: 'जाँच',
    title: 'सदस्यता छोड़ें',
    ask: 'ऐसे ईमेल अब नहीं चाहिए? आपके खाते से जुड़े ईमेल, जैसे कोड, आते रहेंगे।',
    button: 'सदस्यता छोड़ें',
    done: 'हो गया। अब आपको ऐसे ईमेल नहीं मिलेंगे।',
    undo: 'मुझे ईमेल भेजते रहें',
    undone: 'हो गया। हम आपको ईमेल भेजते रहेंगे।',
    unknown: 'यह लिंक काम नहीं करता। कृपया सबसे नए ईमेल का लिंक खोलें।',
  },
  ar: {
    reason: 'تصلك هذه الرسالة من {name}.',
    unsubscribe: 'إلغاء الاشتراك',
    test: 'تجربة',
    title: 'إلغاء الاشتراك',
    ask: 'لا تريد رسائل من هذا النوع بعد الآن؟ ستظل تصلك رسائل حسابك، مثل الرموز.',
    button: 'إلغاء الاشتراك',
    done: 'تم. لن تصلك رسائل من هذا النوع بعد الآن.',
    undo: 'واصلوا إرسال الرسائل إليّ',
    undone: 'تم. سنواصل إرسال الرسائل إليك.',
    unknown: 'هذا الرابط لا يعمل. يُرجى استخدام الرابط في أحدث رسالة.',
  },
}

export const campaignTexts = (language: Language): Texts => TEXTS[language]
