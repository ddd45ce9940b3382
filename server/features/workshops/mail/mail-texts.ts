/** The mails about a registration, by language. */
import type { Language } from '#contract/languages.ts'

export const workshopMails = [
  'confirmed',
  'check_mail',
  'waiting',
  'offered',
  'expired',
  'cancelled',
  'workshop_changed',
  'workshop_cancelled',
] as const
export type WorkshopMail = (typeof workshopMails)[number]

interface Texts {
  readonly subject: string
  readonly text: string
  /** The line with the link to the registration; `{url}` stands in it. */
  readonly link: string
}

interface LanguageTexts {
  readonly hello: string
  readonly when: string
  readonly where: string
  readonly online: string
  readonly mails: Readonly<Record<WorkshopMail, Texts>>
}

const en: LanguageTexts = {
  hello: 'Hello {name},',
  when: 'When: {time}',
  where: 'Where: {place}',
  online: 'Join online: {link}',
  mails: {
    confirmed: {
      subject: 'You have a seat: {workshop}',
      text: 'Your seat in “{workshop}” is confirmed. The calendar file in this mail adds it to your calendar.',
      link: 'See your registration or cancel it: {url}',
    },
    check_mail: {
      subject: 'Please confirm your registration: {workshop}',
      text: 'We keep a seat in “{workshop}” for you until {until}. Please confirm your email address until then. If you did not register, ignore this mail.',
      link: 'Confirm your seat: {url}',
    },
    waiting: {
      subject: 'You are on the waiting list: {workshop}',
      text: 'All seats of “{workshop}” are taken, and you are on the waiting list. When a seat becomes free and it is your turn, we send you a mail.',
      link: 'See your place or leave the list: {url}',
    },
    offered: {
      subject: 'A seat is free for you: {workshop}',
      text: 'A seat in “{workshop}” is free, and we keep it for you until {until}. After that it goes to the next person on the waiting list.',
      link: 'Take your seat: {url}',
    },
    expired: {
      subject: 'Your seat went to the next person: {workshop}',
      text: 'Your seat in “{workshop}” was not confirmed in time, so it is free for others. You are welcome to register again.',
      link: 'Open the workshop: {url}',
    },
    cancelled: {
      subject: 'Your registration is cancelled: {workshop}',
      text: 'You no longer have a seat in “{workshop}”. You are welcome to register again.',
      link: 'Open the workshop: {url}',
    },
    workshop_changed: {
      subject: 'Changed: {workshop}',
      text: 'The time or place of “{workshop}” has changed. Your registration stays as it is.',
      link: 'See your registration or cancel it: {url}',
    },
    workshop_cancelled: {
      subject: 'Cancelled: {workshop}',
      text: '“{workshop}” does not take place. We are sorry. You do not have to do anything.',
      link: 'Open the workshop: {url}',
    },
  },
}

const hi: LanguageTexts = {
  hello: 'नमस्ते {name},',
  when: 'समय: {time}',
  where: 'स्थान: {place}',
  online: 'ऑनलाइन जुड़ें: {link}',
  mails: {
    confirmed: {
      subject: 'आपकी सीट पक्की है: {workshop}',
      text: '“{workshop}” में आपकी सीट पक्की हो गई है। इस मेल के साथ लगी कैलेंडर फ़ाइल से इसे अपने कैलेंडर में जोड़ें।',
      link: 'अपना रजिस्ट्रेशन देखें या रद्द करें: {url}',
    },
    check_mail: {
      subject: 'अपना रजिस्ट्रेशन पक्का करें: {workshop}',
      text: '“{workshop}” में एक सीट {until} तक आपके लिए रखी गई है। तब तक अपने ईमेल पते की पुष्टि करें। अगर आपने रजिस्टर नहीं किया, तो इस मेल को अनदेखा करें।',
      link: 'अपनी सीट पक्की करें: {url}',
    },
    waiting: {
      subject: 'आप प्रतीक्षा सूची में हैं: {workshop}',
      text: '“{workshop}” की सभी सीटें भर गई हैं और आप प्रतीक्षा सूची में हैं। सीट खाली होने और आपकी बारी आने पर हम आपको मेल भेजेंगे।',
      link: 'अपना क्रम देखें या सूची छोड़ें: {url}',
    },
    offered: {
      subject: 'आपके लिए एक सीट खाली है: {workshop}',
      text: '“{workshop}” में एक सीट खाली हुई है और {until} तक आपके लिए रखी गई है। उसके बाद यह प्रतीक्षा सूची के अगले व्यक्ति को मिलेगी।',
      link: 'अपनी सीट लें: {url}',
    },
    expired: {
      subject: 'आपकी सीट अगले व्यक्ति को मिल गई: {workshop}',
      text: '“{workshop}” में आपकी सीट समय पर पक्की नहीं हुई, इसलिए वह दूसरों के लिए खुल गई है। आप फिर से रजिस्टर कर सकते हैं।',
      link: 'वर्कशॉप खोलें: {url}',
    },
    cancelled: {
      subject: 'आपका रजिस्ट्रेशन रद्द हो गया: {workshop}',
      text: '“{workshop}” में अब आपकी सीट नहीं है। आप फिर से रजिस्टर कर सकते हैं।',
      link: 'वर्कशॉप खोलें: {url}',
    },
    workshop_changed: {
      subject: 'बदलाव: {workshop}',
      text: '“{workshop}” का समय या स्थान बदल गया है। आपका रजिस्ट्रेशन वैसा ही है।',
      link: 'अपना रजिस्ट्रेशन देखें या रद्द करें: {url}',
    },
    workshop_cancelled: {
      subject: 'रद्द: {workshop}',
      text: '“{workshop}” अब नहीं होगी। हमें खेद है। आपको कुछ करने की ज़रूरत नहीं है।',
      link: 'वर्कशॉप खोलें: {url}',
    },
  },
}

const ar: LanguageTexts = {
  hello: 'مرحبًا {name}،',
  when: 'الموعد: {time}',
  where: 'المكان: {place}',
  online: 'الانضمام عبر الإنترنت: {link}',
  mails: {
    confirmed: {
      subject: 'مقعدك مؤكَّد: {workshop}',
      text: 'تم تأكيد مقعدك في «{workshop}». أضِف الموعد إلى تقويمك من الملف المرفق بهذه الرسالة.',
      link: 'اعرض تسجيلك أو ألغِه: {url}',
    },
    check_mail: {
      subject: 'يرجى تأكيد تسجيلك: {workshop}',
      text: 'حجزنا لك مقعدًا في «{workshop}» حتى {until}. يرجى تأكيد بريدك الإلكتروني قبل ذلك. إن لم تسجّل أنت فتجاهل هذه الرسالة.',
      link: 'أكّد مقعدك: {url}',
    },
    waiting: {
      subject: 'أنت في قائمة الانتظار: {workshop}',
      text: 'اكتملت مقاعد «{workshop}» وأنت في قائمة الانتظار. عندما يتاح مقعد ويحين دورك نرسل إليك رسالة.',
      link: 'اعرض ترتيبك أو غادر القائمة: {url}',
    },
    offered: {
      subject: 'مقعد متاح لك: {workshop}',
      text: 'أصبح مقعد في «{workshop}» متاحًا وهو محجوز لك حتى {until}. بعد ذلك ينتقل إلى من يليك في قائمة الانتظار.',
      link: 'خذ مقعدك: {url}',
    },
    expired: {
      subject: 'انتقل مقعدك إلى شخص آخر: {workshop}',
      text: 'لم يتم تأكيد مقعدك في «{workshop}» في الوقت المحدد فأصبح متاحًا للآخرين. يسعدنا أن تسجّل من جديد.',
      link: 'افتح الورشة: {url}',
    },
    cancelled: {
      subject: 'أُلغي تسجيلك: {workshop}',
      text: 'لم يعد لك مقعد في «{workshop}». يسعدنا أن تسجّل من جديد.',
      link: 'افتح الورشة: {url}',
    },
    workshop_changed: {
      subject: 'تغيّر الموعد أو المكان: {workshop}',
      text: 'تغيّر موعد «{workshop}» أو مكانها. تسجيلك باقٍ كما هو.',
      link: 'اعرض تسجيلك أو ألغِه: {url}',
    },
    workshop_cancelled: {
      subject: 'أُلغيت الورشة: {workshop}',
      text: 'لن تُقام «{workshop}». نأسف لذلك، ولا يلزمك فعل شيء.',
      link: 'افتح الورشة: {url}',
    },
  },
}

export const mailTexts: Readonly<Record<Language, LanguageTexts>> = { en, hi, ar }
