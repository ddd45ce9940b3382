/** The terms and the privacy notice of a client that wrote none. `#` begins a heading (contract/client-info/legal.ts). */
import type { LegalKind } from '#contract/client-info/legal.ts'
import type { Language } from '#contract/languages.ts'

interface StandardText {
  title: string
  text: string
}

const parts = (...texts: readonly (readonly [heading: string, text: string])[]): string =>
  texts.map(([heading, text]) => `# ${heading}\n${text}`).join('\n\n')

export const standardTexts: Record<LegalKind, Record<Language, StandardText>> = {
  terms: {
    en: {
      title: 'Terms of use',
      text: parts(
        [
          'What this is about',
          '{{name}} offers courses, assessments and a community on this site. By creating an account you agree to these terms. If you do not agree, please do not create an account.',
        ],
        [
          'Your account',
          'Give your real name and an address that is yours. Keep your password to yourself; you are answerable for what happens under your account. Tell us at once if somebody else has used it. You can see and end every signed-in device on your profile page.',
        ],
        [
          'Fair use',
          'Do the assessments yourself. Do not copy course material for others, do not disturb lessons or the community, do not try to get around limits or the security of the site. Treat other learners with respect.',
        ],
        [
          'What you write',
          'What you post stays yours. You allow us to store it and to show it to the other members of {{name}} for as long as it is posted. We may remove what breaks the law or these terms.',
        ],
        [
          'Payments and refunds',
          'Prices are shown before you pay. Courses with a money-back guarantee can be returned within 30 days of purchase; the course page and your order show the last day.',
        ],
        [
          'Availability',
          'We work to keep the site available and your progress safe. Maintenance or faults can interrupt it for a while. Nothing in these terms takes away rights that the law gives you.',
        ],
        [
          'Ending',
          'You can close your account at any time. We may suspend an account that seriously or repeatedly breaks these terms and will tell you why.',
        ],
        [
          'Changes',
          'If we change these terms in a way that matters to you, we tell you before the change takes effect.',
        ],
      ),
    },
    hi: {
      title: 'उपयोग की शर्तें',
      text: parts(
        [
          'यह किस बारे में है',
          '{{name}} इस साइट पर कोर्स, परीक्षाएँ और एक समुदाय उपलब्ध कराता है। खाता बनाकर आप इन शर्तों से सहमत होते हैं। अगर आप सहमत नहीं हैं, तो कृपया खाता न बनाएँ।',
        ],
        [
          'आपका खाता',
          'अपना असली नाम और अपना ही ई-मेल पता दें। पासवर्ड किसी को न बताएँ; आपके खाते से जो होता है उसके लिए आप ज़िम्मेदार हैं। अगर किसी और ने उसका उपयोग किया हो, तो हमें तुरंत बताएँ। अपने प्रोफ़ाइल पेज पर आप साइन इन किए हुए हर डिवाइस को देख और हटा सकते हैं।',
        ],
        [
          'उचित उपयोग',
          'परीक्षाएँ स्वयं दें। कोर्स की सामग्री दूसरों के लिए कॉपी न करें, पाठों या समुदाय में बाधा न डालें, और साइट की सीमाओं या सुरक्षा से बचने की कोशिश न करें। दूसरे विद्यार्थियों के साथ सम्मान से पेश आएँ।',
        ],
        [
          'आप जो लिखते हैं',
          'आप जो पोस्ट करते हैं वह आपका ही रहता है। जब तक वह पोस्ट है, आप हमें उसे सहेजने और {{name}} के दूसरे सदस्यों को दिखाने की अनुमति देते हैं। जो क़ानून या इन शर्तों का उल्लंघन करे, उसे हम हटा सकते हैं।',
        ],
        [
          'भुगतान और वापसी',
          'भुगतान से पहले क़ीमत दिखाई जाती है। पैसे वापसी की गारंटी वाले कोर्स ख़रीद के 30 दिनों के भीतर लौटाए जा सकते हैं; आख़िरी तारीख़ कोर्स पेज और आपके ऑर्डर पर दिखती है।',
        ],
        [
          'उपलब्धता',
          'हम साइट को चालू और आपकी प्रगति को सुरक्षित रखने का प्रयास करते हैं। रखरखाव या ख़राबी से कुछ समय रुकावट आ सकती है। इन शर्तों से आपके क़ानूनी अधिकार कम नहीं होते।',
        ],
        [
          'समाप्ति',
          'आप कभी भी अपना खाता बंद कर सकते हैं। जो खाता इन शर्तों का गंभीर या बार-बार उल्लंघन करे, उसे हम रोक सकते हैं और कारण बताएँगे।',
        ],
        ['बदलाव', 'अगर हम इन शर्तों में ऐसा बदलाव करें जो आपके लिए मायने रखता हो, तो लागू होने से पहले आपको बताएँगे।'],
      ),
    },
    ar: {
      title: 'شروط الاستخدام',
      text: parts(
        [
          'ما المقصود هنا',
          'يقدّم {{name}} على هذا الموقع دورات واختبارات ومجتمعًا للمتعلمين. بإنشاء حساب فإنك توافق على هذه الشروط. إذا لم توافق، فيرجى عدم إنشاء حساب.',
        ],
        [
          'حسابك',
          'أدخل اسمك الحقيقي وعنوان بريد يخصّك. احتفظ بكلمة المرور لنفسك؛ فأنت مسؤول عما يجري من خلال حسابك. أخبرنا فورًا إذا استخدمه شخص آخر. يمكنك رؤية كل جهاز مسجّل دخوله وإنهاء جلسته من صفحة ملفك الشخصي.',
        ],
        [
          'الاستخدام المنصف',
          'أدِّ الاختبارات بنفسك. لا تنسخ مواد الدورات لغيرك، ولا تعطّل الدروس أو المجتمع، ولا تحاول تجاوز حدود الموقع أو حمايته. عامل المتعلمين الآخرين باحترام.',
        ],
        [
          'ما تكتبه',
          'يبقى ما تنشره ملكًا لك. وتسمح لنا بحفظه وعرضه على أعضاء {{name}} الآخرين ما دام منشورًا. ويجوز لنا إزالة ما يخالف القانون أو هذه الشروط.',
        ],
        [
          'الدفع والاسترداد',
          'تُعرض الأسعار قبل الدفع. يمكن إعادة الدورات التي لها ضمان استرداد المال خلال 30 يومًا من الشراء؛ وتعرض صفحة الدورة وطلبك اليوم الأخير.',
        ],
        [
          'إتاحة الخدمة',
          'نعمل على إبقاء الموقع متاحًا وتقدّمك محفوظًا. قد تقطعه الصيانة أو الأعطال لبعض الوقت. لا تنتقص هذه الشروط من الحقوق التي يمنحك إياها القانون.',
        ],
        [
          'الإنهاء',
          'يمكنك إغلاق حسابك في أي وقت. ويجوز لنا إيقاف حساب يخالف هذه الشروط مخالفة جسيمة أو متكررة، وسنخبرك بالسبب.',
        ],
        ['التغييرات', 'إذا غيّرنا هذه الشروط تغييرًا يهمّك، فسنخبرك قبل سريان التغيير.'],
      ),
    },
  },
  privacy: {
    en: {
      title: 'Privacy notice',
      text: parts(
        [
          'What we keep',
          'Your name, e-mail address, username and, if you give it, your phone number; what you enrol in, your progress, answers and marks, the time you study, what you post, and what you pay for. For security we also keep sign-ins with device, shortened network address and time.',
        ],
        [
          'What for',
          'To give you the lessons, keep your place, mark your work, issue certificates, answer you, and protect accounts against misuse. News about courses and offers is sent only if you tick the box for it.',
        ],
        [
          'Who sees it',
          'Your instructors and the administrators of {{name}} see your learning data. Other learners see your name where you post or appear on a leaderboard; you can hide yourself there. We sell nothing to anybody.',
        ],
        [
          'Where it is kept',
          'With {{name}} and the companies that host the site and deliver its mail, messages and payments for us. They may use the data for that purpose only. Passwords are stored so that nobody can read them.',
        ],
        [
          'On your device',
          "This site keeps your sign-in, your language, the appearance you chose and lessons waiting to be sent in your browser's own storage. There are no advertising cookies and no trackers of others.",
        ],
        [
          'How long',
          'As long as you have an account. After you close it, personal data is deleted, except what the law makes us keep, such as invoices.',
        ],
        [
          'Your rights',
          'You can ask for a copy of your data, have it corrected or deleted, or object to a use of it. Write to the support of {{name}}; you may also complain to the data protection authority of your country.',
        ],
      ),
    },
    hi: {
      title: 'गोपनीयता सूचना',
      text: parts(
        [
          'हम क्या रखते हैं',
          'आपका नाम, ई-मेल पता, यूज़रनेम और, अगर आप दें तो, फ़ोन नंबर; आपके कोर्स, प्रगति, उत्तर और अंक, पढ़ाई का समय, आपकी पोस्ट और आपके भुगतान। सुरक्षा के लिए हम साइन-इन का डिवाइस, छोटा किया हुआ नेटवर्क पता और समय भी रखते हैं।',
        ],
        [
          'किसलिए',
          'आपको पाठ देने, आपकी जगह याद रखने, काम जाँचने, प्रमाणपत्र देने, आपको उत्तर देने और खातों को दुरुपयोग से बचाने के लिए। कोर्स और ऑफ़र की ख़बरें तभी भेजी जाती हैं जब आप उसका निशान लगाएँ।',
        ],
        [
          'कौन देखता है',
          'आपके शिक्षक और {{name}} के एडमिन आपका पढ़ाई का डेटा देखते हैं। दूसरे विद्यार्थी आपका नाम वहाँ देखते हैं जहाँ आप पोस्ट करते हैं या लीडरबोर्ड पर होते हैं; वहाँ आप स्वयं को छिपा सकते हैं। हम किसी को कुछ नहीं बेचते।',
        ],
        [
          'कहाँ रखा जाता है',
          '{{name}} और उन कंपनियों के पास जो हमारे लिए साइट चलाती हैं और ई-मेल, संदेश तथा भुगतान पहुँचाती हैं। वे डेटा का उपयोग केवल इसी काम के लिए कर सकती हैं। पासवर्ड ऐसे रखे जाते हैं कि उन्हें कोई पढ़ नहीं सकता।',
        ],
        [
          'आपके डिवाइस पर',
          'यह साइट आपका साइन-इन, भाषा, चुना हुआ रूप और भेजे जाने की प्रतीक्षा में पाठ आपके ब्राउज़र में रखती है। विज्ञापन कुकी या दूसरों के ट्रैकर नहीं हैं।',
        ],
        [
          'कब तक',
          'जब तक आपका खाता है। खाता बंद करने पर निजी डेटा मिटा दिया जाता है, सिवाय उसके जिसे क़ानूनन रखना ज़रूरी है, जैसे बिल।',
        ],
        [
          'आपके अधिकार',
          'आप अपने डेटा की प्रति माँग सकते हैं, उसे ठीक करा या मिटवा सकते हैं, या उसके किसी उपयोग पर आपत्ति कर सकते हैं। {{name}} की सहायता टीम को लिखें; आप अपने देश के डेटा संरक्षण प्राधिकरण में शिकायत भी कर सकते हैं।',
        ],
      ),
    },
    ar: {
      title: 'إشعار الخصوصية',
      text: parts(
        [
          'ما نحتفظ به',
          'اسمك وبريدك الإلكتروني واسم المستخدم ورقم هاتفك إن قدّمته؛ والدورات التي تلتحق بها وتقدّمك وإجاباتك ودرجاتك ووقت دراستك وما تنشره وما تدفع ثمنه. ولأسباب أمنية نحتفظ أيضًا بعمليات تسجيل الدخول مع الجهاز وعنوان الشبكة المختصر والوقت.',
        ],
        [
          'لأي غرض',
          'لنقدّم لك الدروس، ونحفظ مكانك، ونصحّح عملك، ونصدر الشهادات، ونردّ عليك، ونحمي الحسابات من إساءة الاستخدام. لا تُرسل أخبار الدورات والعروض إلا إذا اخترت ذلك.',
        ],
        [
          'من يراه',
          'يرى مدرّسوك ومديرو {{name}} بيانات تعلّمك. ويرى المتعلمون الآخرون اسمك حيث تنشر أو تظهر في قائمة المتصدرين؛ ويمكنك إخفاء نفسك هناك. لا نبيع شيئًا لأحد.',
        ],
        [
          'أين يُحفظ',
          'لدى {{name}} والشركات التي تستضيف الموقع وتوصل رسائله ومدفوعاته نيابةً عنّا. ولا يجوز لها استخدام البيانات إلا لهذا الغرض. تُحفظ كلمات المرور بحيث لا يستطيع أحد قراءتها.',
        ],
        [
          'على جهازك',
          'يحفظ هذا الموقع تسجيل دخولك ولغتك والمظهر الذي اخترته والدروس التي تنتظر الإرسال في متصفحك. لا توجد ملفات تعريف ارتباط إعلانية ولا أدوات تتبّع لجهات أخرى.',
        ],
        [
          'إلى متى',
          'ما دام لديك حساب. بعد إغلاقه تُحذف البيانات الشخصية، باستثناء ما يلزمنا القانون بالاحتفاظ به مثل الفواتير.',
        ],
        [
          'حقوقك',
          'يمكنك طلب نسخة من بياناتك أو تصحيحها أو حذفها أو الاعتراض على استخدامها. راسل دعم {{name}}؛ ويمكنك أيضًا تقديم شكوى إلى هيئة حماية البيانات في بلدك.',
        ],
      ),
    },
  },
}
