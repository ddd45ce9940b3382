/** What the demo's jobs are made of: places, requirements and benefits in three languages. */
import type { JobLevel, JobType } from '#contract/jobs/shapes.ts'
import type { Language } from '#contract/languages.ts'

type Texts = Readonly<Record<Language, string>>
const texts = (en: string, hi: string, ar: string): Texts => ({ en, hi, ar })

export const places = {
  pune: { country: 'IN', ...texts('Pune, India', 'पुणे, भारत', 'بونه، الهند') },
  bengaluru: { country: 'IN', ...texts('Bengaluru, India', 'बेंगलुरु, भारत', 'بنغالور، الهند') },
  mumbai: { country: 'IN', ...texts('Mumbai, India', 'मुंबई, भारत', 'مومباي، الهند') },
  delhi: { country: 'IN', ...texts('New Delhi, India', 'नई दिल्ली, भारत', 'نيودلهي، الهند') },
  hyderabad: { country: 'IN', ...texts('Hyderabad, India', 'हैदराबाद, भारत', 'حيدر آباد، الهند') },
  jaipur: { country: 'IN', ...texts('Jaipur, India', 'जयपुर, भारत', 'جايبور، الهند') },
  riyadh: { country: 'SA', ...texts('Riyadh, Saudi Arabia', 'रियाद, सऊदी अरब', 'الرياض، السعودية') },
  jeddah: { country: 'SA', ...texts('Jeddah, Saudi Arabia', 'जेद्दा, सऊदी अरब', 'جدة، السعودية') },
  dammam: { country: 'SA', ...texts('Dammam, Saudi Arabia', 'दम्माम, सऊदी अरब', 'الدمام، السعودية') },
  dubai: {
    country: 'AE',
    ...texts('Dubai, United Arab Emirates', 'दुबई, संयुक्त अरब अमीरात', 'دبي، الإمارات'),
  },
} as const satisfies Record<string, Texts & { country: string }>
export type Place = keyof typeof places

/** Courses by what they teach; the title differs between clients, and not every client has each. */
export const courseTitles: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  7: {
    sql: 'SQL from First Query to Joins',
    excel: 'Excel for Analysts',
    python: 'Python Foundations',
    statistics: 'Statistics without Fear',
    charts: 'Tableau and Charts that Tell the Truth',
    aptitude: 'Aptitude: Quantitative Reasoning',
    english: 'English for Work',
    interview: 'Interview Preparation for Freshers',
    web: 'Web Basics',
  },
  8: {
    sql: 'مدخل إلى SQL: من السؤال إلى الجواب',
    python: 'أساسيات بايثون',
    statistics: 'الإحصاء للجميع',
    interview: 'الاستعداد لمقابلة العمل',
  },
}

interface Need {
  readonly texts: Texts
  /** A course to complete, by what it teaches. */
  readonly course?: string
  /** Problems to solve in courses with the tag. */
  readonly skill?: { readonly tag: string; readonly needed: number }
  /** Percent in the entrance assessment. */
  readonly score?: number
}

export const needs = {
  sql: {
    texts: texts(
      'SQL queries with joins and groups',
      'जॉइन और ग्रुप वाली SQL क्वेरी',
      'استعلامات SQL بالربط والتجميع',
    ),
    course: 'sql',
  },
  sqlPractice: {
    texts: texts('Hands-on practice in SQL', 'SQL का व्यावहारिक अभ्यास', 'تدريب عملي على SQL'),
    skill: { tag: 'sql', needed: 3 },
  },
  excel: {
    texts: texts(
      'Excel with formulas and pivot tables',
      'फ़ॉर्मूले और पिवट टेबल के साथ एक्सेल',
      'إكسل بالصيغ والجداول المحورية',
    ),
    course: 'excel',
  },
  python: {
    texts: texts(
      'Python for everyday scripts',
      'रोज़मर्रा की स्क्रिप्ट के लिए पायथन',
      'بايثون لكتابة البرامج اليومية',
    ),
    course: 'python',
  },
  pythonPractice: {
    texts: texts(
      'Small programs of your own in Python',
      'पायथन में अपने छोटे प्रोग्राम',
      'برامج صغيرة من عملك بلغة بايثون',
    ),
    skill: { tag: 'python', needed: 3 },
  },
  statistics: {
    texts: texts(
      'Basic statistics: means, spread, samples',
      'बुनियादी सांख्यिकी: माध्य, फैलाव, नमूने',
      'أساسيات الإحصاء: المتوسط والتشتت والعينات',
    ),
    course: 'statistics',
  },
  charts: {
    texts: texts('Clear charts and dashboards', 'साफ़ चार्ट और डैशबोर्ड', 'رسوم بيانية ولوحات واضحة'),
    course: 'charts',
  },
  english: {
    texts: texts(
      'Clear English in mails and meetings',
      'मेल और मीटिंग में साफ़ अंग्रेज़ी',
      'إنجليزية واضحة في الرسائل والاجتماعات',
    ),
    course: 'english',
  },
  interview: {
    texts: texts(
      'A prepared conversation about your work',
      'अपने काम पर तैयार बातचीत',
      'حديث مُعدّ جيدًا عن عملك',
    ),
    course: 'interview',
  },
  web: {
    texts: texts(
      'HTML, CSS and how a page reaches the browser',
      'HTML, CSS और पेज ब्राउज़र तक कैसे पहुँचता है',
      'HTML وCSS وكيف تصل الصفحة إلى المتصفح',
    ),
    course: 'web',
  },
  aptitude: {
    texts: texts(
      'Quick, accurate work with numbers',
      'संख्याओं के साथ तेज़ और सही काम',
      'سرعة ودقة في التعامل مع الأرقام',
    ),
    score: 60,
  },
  strongScore: {
    texts: texts(
      'A strong result in the entrance assessment',
      'प्रवेश मूल्यांकन में अच्छा परिणाम',
      'نتيجة قوية في اختبار القبول',
    ),
    score: 80,
  },
  writing: {
    texts: texts('A short sample of your writing', 'आपके लेखन का एक छोटा नमूना', 'نموذج قصير من كتابتك'),
  },
  portfolio: {
    texts: texts('Two projects that you can show', 'दिखाने लायक दो प्रोजेक्ट', 'مشروعان يمكنك عرضهما'),
  },
  people: {
    texts: texts('Patience with people who are stuck', 'अटके हुए लोगों के साथ धैर्य', 'صبر مع من يواجه صعوبة'),
  },
  years3: {
    texts: texts('Three years in a similar role', 'ऐसी ही भूमिका में तीन साल', 'ثلاث سنوات في دور مشابه'),
  },
  years8: {
    texts: texts(
      'Eight years, two of them leading a team',
      'आठ साल, जिनमें दो साल टीम का नेतृत्व',
      'ثماني سنوات، منها سنتان في قيادة فريق',
    ),
  },
  degree: {
    texts: texts(
      'A degree, or its last year',
      'डिग्री या उसका अंतिम वर्ष',
      'شهادة جامعية أو السنة الأخيرة منها',
    ),
  },
} as const satisfies Record<string, Need>
export type NeedKey = keyof typeof needs
export const needOf = (key: NeedKey): Need => needs[key]

export const benefits = {
  health: texts(
    'Health insurance for you and your family',
    'आपके और परिवार के लिए स्वास्थ्य बीमा',
    'تأمين صحي لك ولأسرتك',
  ),
  learning: texts('A yearly budget for courses', 'कोर्स के लिए सालाना बजट', 'ميزانية سنوية للدورات'),
  mentor: texts(
    'A mentor for your first six months',
    'पहले छह महीनों के लिए एक मार्गदर्शक',
    'مرشد طوال أشهرك الستة الأولى',
  ),
  flexible: texts('Flexible hours', 'काम के लचीले घंटे', 'ساعات عمل مرنة'),
  home: texts('Two days a week from home', 'हफ़्ते में दो दिन घर से काम', 'يومان في الأسبوع من المنزل'),
  lunch: texts('Lunch at the office', 'दफ़्तर में दोपहर का खाना', 'غداء في المكتب'),
  laptop: texts('A laptop that you keep', 'लैपटॉप जो आपका रहेगा', 'حاسوب محمول يبقى لك'),
  offer: texts(
    'A full-time offer after good work',
    'अच्छे काम पर पूर्णकालिक प्रस्ताव',
    'عرض بدوام كامل بعد أداء جيد',
  ),
  certificate: texts('A certificate and a reference letter', 'प्रमाणपत्र और अनुशंसा पत्र', 'شهادة وخطاب توصية'),
  bonus: texts('A yearly bonus', 'सालाना बोनस', 'مكافأة سنوية'),
  transport: texts('Free transport to work', 'दफ़्तर तक मुफ़्त परिवहन', 'مواصلات مجانية إلى العمل'),
  leave: texts('30 days of paid leave', '30 दिन की सवैतनिक छुट्टी', '30 يوم إجازة مدفوعة'),
} as const satisfies Record<string, Texts>

/** Smallest and largest salary in thousands. */
type Pay = readonly [min: number, max: number, period: 'month' | 'year']

export interface DemoJob {
  readonly company: string
  readonly type: JobType
  readonly level: JobLevel
  readonly remote?: true
  readonly featured?: true
  /** By client. */
  readonly place: Readonly<Record<7 | 8, Place>>
  readonly pay: Readonly<Record<7 | 8, Pay>> | null
  readonly postedDaysAgo: number
  /** Negative: applying has closed. */
  readonly closesInDays: number
  readonly closedEarly?: true
  readonly title: Texts
  readonly description: Texts
  readonly needs: readonly NeedKey[]
  readonly benefits: readonly (keyof typeof benefits)[]
}
