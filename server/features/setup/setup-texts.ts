import type { Language } from '#contract/languages.ts'

export type SetupField = 'organisation' | 'full_name' | 'email' | 'password'

export interface SetupTexts {
  title: string
  lead: string
  fields: Record<SetupField, string>
  passwordHint: string
  submit: string
  problems: {
    required: string
    email: string
    taken: string
    tooShort: string
    tooLong: string
    common: string
    personal: string
  }
  done: { title: string; lead: string; signIn: string }
  closed: { title: string; lead: string; signIn: string }
  waiting: { title: string; lead: string; signIn: null }
}

/** `{min}` is the shortest password allowed. */
export const setupTexts: Record<Language, SetupTexts> = {
  en: {
    title: 'Create the first administrator',
    lead: 'This account can manage everything: courses, people and settings. This page works once.',
    fields: {
      organisation: 'Your organisation',
      full_name: 'Your full name',
      email: 'E-mail',
      password: 'Password',
    },
    passwordHint: 'At least {min} characters. A few unrelated words are easy to remember and hard to guess.',
    submit: 'Create account',
    problems: {
      required: 'Fill in this field.',
      email: 'This does not look like an e-mail address. Check it for typing errors.',
      taken: 'This address already has an account. Use another one.',
      tooShort: 'Use at least {min} characters.',
      tooLong: 'This is too long.',
      common: 'Many people use this password, so it is easy to guess. Choose another one.',
      personal: 'Leave out your name, your e-mail and the name of your organisation.',
    },
    done: { title: 'Your account is ready', lead: 'You can sign in now.', signIn: 'Sign in' },
    closed: {
      title: 'This link doesn’t work',
      lead: 'It may be incomplete, or the first administrator already has an account.',
      signIn: 'Go to sign-in',
    },
    waiting: {
      title: 'This platform isn’t set up yet',
      lead: 'Do you run it? Open the link that the server printed when it started: it makes the first administrator. Otherwise, please come back later.',
      signIn: null,
    },
  },
  hi: {
    title: 'पहला व्यवस्थापक बनाएँ',
    lead: 'इस खाते से सब कुछ सँभाला जा सकता है: कोर्स, लोग और सेटिंग्स। यह पेज एक ही बार काम करता है।',
    fields: {
      organisation: 'आपका संस्थान',
      full_name: 'आपका पूरा नाम',
      email: 'ई-मेल',
      password: 'पासवर्ड',
    },
    passwordHint: 'कम से कम {min} अक्षर। कुछ अलग-अलग शब्द याद रखने में आसान और अनुमान लगाने में मुश्किल होते हैं।',
    submit: 'खाता बनाएँ',
    problems: {
      required: 'यह जानकारी भरें।',
      email: 'यह ई-मेल पता सही नहीं लगता। कृपया टाइपिंग की गलती देख लें।',
      taken: 'इस पते से पहले से खाता है। कोई दूसरा पता डालें।',
      tooShort: 'कम से कम {min} अक्षर रखें।',
      tooLong: 'यह बहुत लंबा है।',
      common: 'यह पासवर्ड बहुत लोग रखते हैं, इसलिए इसका अनुमान लगाना आसान है। कोई दूसरा चुनें।',
      personal: 'पासवर्ड में अपना नाम, ई-मेल और संस्थान का नाम न रखें।',
    },
    done: { title: 'आपका खाता तैयार है', lead: 'अब आप साइन इन कर सकते हैं।', signIn: 'साइन इन करें' },
    closed: {
      title: 'यह लिंक काम नहीं करता',
      lead: 'हो सकता है कि लिंक अधूरा हो, या पहले व्यवस्थापक का खाता बन चुका हो।',
      signIn: 'साइन-इन पेज पर जाएँ',
    },
    waiting: {
      title: 'यह प्लेटफ़ॉर्म अभी तैयार नहीं है',
      lead: 'क्या इसे आप चलाते हैं? सर्वर ने शुरू होते समय जो लिंक दिखाया था, उसे खोलें: उसी से पहला व्यवस्थापक बनता है। नहीं तो कृपया बाद में आएँ।',
      signIn: null,
    },
  },
  ar: {
    title: 'أنشئ حساب المسؤول الأول',
    lead: 'يدير هذا الحساب كل شيء: الدورات والأشخاص والإعدادات. تعمل هذه الصفحة مرة واحدة فقط.',
    fields: {
      organisation: 'مؤسستك',
      full_name: 'اسمك الكامل',
      email: 'البريد الإلكتروني',
      password: 'كلمة المرور',
    },
    passwordHint: '{min} حرفًا على الأقل. بضع كلمات لا رابط بينها يسهل تذكّرها ويصعب تخمينها.',
    submit: 'إنشاء الحساب',
    problems: {
      required: 'املأ هذا الحقل.',
      email: 'لا يبدو هذا عنوان بريد إلكتروني. تحقّق من الأخطاء الإملائية.',
      taken: 'لهذا العنوان حساب بالفعل. استخدم عنوانًا آخر.',
      tooShort: 'استخدم {min} حرفًا على الأقل.',
      tooLong: 'هذا النص أطول من اللازم.',
      common: 'يستخدم كثيرون كلمة المرور هذه، فيسهل تخمينها. اختر غيرها.',
      personal: 'لا تضع فيها اسمك أو بريدك أو اسم مؤسستك.',
    },
    done: { title: 'حسابك جاهز', lead: 'يمكنك تسجيل الدخول الآن.', signIn: 'تسجيل الدخول' },
    closed: {
      title: 'هذا الرابط لا يعمل',
      lead: 'ربما كان الرابط ناقصًا، أو أن للمسؤول الأول حسابًا بالفعل.',
      signIn: 'الذهاب إلى صفحة تسجيل الدخول',
    },
    waiting: {
      title: 'لم يُجهَّز هذا الموقع بعد',
      lead: 'هل تدير هذا الموقع؟ افتح الرابط الذي عرضه الخادم عند بدء تشغيله، فهو ينشئ حساب المسؤول الأول. وإلا فعُد لاحقًا من فضلك.',
      signIn: null,
    },
  },
}
