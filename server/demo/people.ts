import type { Role } from '#contract/common.ts'
import type { Language } from '#contract/languages.ts'

/** Password of the four demo accounts (rules: Running it). */
export const DEMO_PASSWORD = 'learn-by-doing-7'

export interface DemoPerson {
  email: string
  username: string
  fullName: string
  role: Role
  language: Language
  /** Can sign in with the demo password. The others only appear in lists. */
  canSignIn: boolean
}

type LearnerEntry = readonly [fullName: string, handle: string, language: Language]

const accounts = (names: Record<Role, string>, language: Language): DemoPerson[] =>
  (['student', 'instructor', 'admin', 'superadmin'] as const).map((role) => ({
    email: `${role}@demo.test`,
    username: role,
    fullName: names[role],
    role,
    language,
    canSignIn: true,
  }))

const learners = (domain: string, names: readonly LearnerEntry[]): DemoPerson[] =>
  names.map(([fullName, handle, language]) => ({
    email: `${handle}@${domain}`,
    username: handle,
    fullName,
    role: 'student',
    language,
    canSignIn: false,
  }))

const kitewingLearners: readonly LearnerEntry[] = [
  ['Aarohi Deshpande', 'aarohi.d', 'en'],
  ['Vihaan Kulkarni', 'vihaan.k', 'en'],
  ['अनन्या त्रिपाठी', 'ananya.t', 'hi'],
  ['Daniel Okafor', 'daniel.o', 'en'],
  ['रोहन सक्सेना', 'rohan.s', 'hi'],
  ['Meera Nambiar', 'meera.n', 'en'],
  ['Kabir Bhatia', 'kabir.b', 'en'],
  ['प्रिया मिश्रा', 'priya.m', 'hi'],
  ['Sofia Lindqvist', 'sofia.l', 'en'],
  ['Arjun Reddy Palle', 'arjun.p', 'en'],
  ['Ishita Banerjee', 'ishita.b', 'en'],
  ['आदित्य चौहान', 'aditya.c', 'hi'],
  ['Zara Sheikh', 'zara.s', 'en'],
  ['Nikhil Joshi', 'nikhil.j', 'en'],
  ['Tenzin Dolma', 'tenzin.d', 'en'],
  ['काव्या अग्रवाल', 'kavya.a', 'hi'],
  ['Rahul Menon', 'rahul.m', 'en'],
  ['Grace Wanjiru', 'grace.w', 'en'],
  ['Sanya Kapoor', 'sanya.k', 'en'],
  ['विवेक पांडेय', 'vivek.p', 'hi'],
  ['Farhan Qureshi', 'farhan.q', 'en'],
  ['Lakshmi Subramanian', 'lakshmi.s', 'en'],
  ['Dev Malhotra', 'dev.m', 'en'],
  ['नेहा ठाकुर', 'neha.t', 'hi'],
  ['Oluwaseun Adeyemi', 'seun.a', 'en'],
  ['Harpreet Gill', 'harpreet.g', 'en'],
  ['Tanvi Shah', 'tanvi.s', 'en'],
  ['سلمى الأنصاري', 'salma.a', 'ar'],
  ['Karthik Iyer', 'karthik.i', 'en'],
  ['सौरभ यादव', 'saurabh.y', 'hi'],
  ['Mariam D’Souza', 'mariam.d', 'en'],
  ['Yash Patil', 'yash.p', 'en'],
  ['عمر بشير', 'omar.b', 'ar'],
  ['Ritika Chatterjee', 'ritika.c', 'en'],
  ['Joseph Thomas', 'joseph.t', 'en'],
  ['दीपक वर्मा', 'deepak.v', 'hi'],
]

const ufuqLearners: readonly LearnerEntry[] = [
  ['نورة العتيبي', 'noura.o', 'ar'],
  ['خالد الزهراني', 'khalid.z', 'ar'],
  ['ريم القحطاني', 'reem.q', 'ar'],
  ['يوسف حداد', 'yousef.h', 'ar'],
  ['ليان الشمري', 'layan.s', 'ar'],
  ['طارق منصور', 'tariq.m', 'ar'],
  ['هند الدوسري', 'hind.d', 'ar'],
  ['Amelia Hart', 'amelia.h', 'en'],
  ['عبد الرحمن النجار', 'abdulrahman.n', 'ar'],
  ['جود الحربي', 'joud.h', 'ar'],
  ['سامي خوري', 'sami.k', 'ar'],
  ['دانة السبيعي', 'dana.s', 'ar'],
  ['Idris Bello', 'idris.b', 'en'],
  ['مريم عبد الله', 'maryam.a', 'ar'],
  ['فيصل المطيري', 'faisal.m', 'ar'],
  ['رنا درويش', 'rana.d', 'ar'],
  ['حسن البنا', 'hassan.b', 'ar'],
  ['شهد الغامدي', 'shahad.g', 'ar'],
  ['Lucas Pereira', 'lucas.p', 'en'],
  ['أنس الرفاعي', 'anas.r', 'ar'],
  ['لطيفة الكعبي', 'latifa.k', 'ar'],
  ['زياد صالح', 'ziad.s', 'ar'],
  ['ملاك الجهني', 'malak.j', 'ar'],
  ['باسل عمران', 'basel.o', 'ar'],
  ['Hana Suzuki', 'hana.s', 'en'],
  ['وعد الشهري', 'waad.s', 'ar'],
  ['مازن قاسم', 'mazen.q', 'ar'],
  ['غادة السالم', 'ghada.s', 'ar'],
  ['إبراهيم التميمي', 'ibrahim.t', 'ar'],
  ['تالا المصري', 'tala.m', 'ar'],
]

/** The people of each demo client, by client id. All of them are invented. */
export const demoPeople: ReadonlyMap<number, readonly DemoPerson[]> = new Map([
  [
    7,
    [
      ...accounts(
        {
          student: 'Asha Verma',
          instructor: 'Nandini Rao',
          admin: 'Peter Almeida',
          superadmin: 'Leela Krishnan',
        },
        'en',
      ),
      ...learners('kitewing.test', kitewingLearners),
    ],
  ],
  [
    8,
    [
      ...accounts(
        {
          student: 'سارة الفهد',
          instructor: 'محمود الحلبي',
          admin: 'منى السويدي',
          superadmin: 'عادل الراشد',
        },
        'ar',
      ),
      ...learners('ufuq.test', ufuqLearners),
    ],
  ],
])
