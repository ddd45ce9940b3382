/** The skills that a question practises. They are finer than its topic; some belong to several topics. */
import type { Language } from '#contract/languages.ts'

type Translations = Readonly<Record<Language, string>>

const skillNames = {
  percentages: { en: 'percentages', hi: 'प्रतिशत', ar: 'النسب المئوية' },
  averages: { en: 'averages', hi: 'औसत', ar: 'المتوسطات' },
  ratios: { en: 'ratios', hi: 'अनुपात', ar: 'النسب' },
  speed: { en: 'speed and work', hi: 'चाल और कार्य', ar: 'السرعة والعمل' },
  money: { en: 'money', hi: 'रुपये-पैसे', ar: 'المال' },
  chances: { en: 'counting and chances', hi: 'गिनती और संभावना', ar: 'العد والاحتمال' },
  algebra: { en: 'algebra', hi: 'बीजगणित', ar: 'الجبر' },
  geometry: { en: 'geometry', hi: 'ज्यामिति', ar: 'الهندسة' },
  numbers: { en: 'number theory', hi: 'संख्या सिद्धांत', ar: 'نظرية الأعداد' },
  series: { en: 'series', hi: 'श्रेणी', ar: 'المتتاليات' },
  codes: { en: 'codes', hi: 'कूट', ar: 'الرموز' },
  directions: { en: 'directions', hi: 'दिशाएँ', ar: 'الاتجاهات' },
  conclusions: { en: 'conclusions', hi: 'निष्कर्ष', ar: 'الاستنتاج' },
  family: { en: 'family', hi: 'रिश्ते', ar: 'القرابة' },
  order: { en: 'order', hi: 'क्रम', ar: 'الترتيب' },
  calendar: { en: 'calendar and clock', hi: 'कैलेंडर और घड़ी', ar: 'التقويم والساعة' },
  puzzles: { en: 'puzzles', hi: 'पहेलियाँ', ar: 'الألغاز' },
  vocabulary: { en: 'vocabulary', hi: 'शब्द-भंडार', ar: 'المفردات' },
  idioms: { en: 'idioms', hi: 'मुहावरे', ar: 'التعابير' },
  spelling: { en: 'spelling', hi: 'वर्तनी', ar: 'الإملاء' },
  grammar: { en: 'grammar', hi: 'व्याकरण', ar: 'النحو' },
  analogies: { en: 'analogies', hi: 'सादृश्य', ar: 'القياس' },
  tables: { en: 'tables', hi: 'तालिकाएँ', ar: 'الجداول' },
  charts: { en: 'charts', hi: 'चार्ट', ar: 'الرسوم البيانية' },
} as const satisfies Readonly<Record<string, Translations>>
type Skill = keyof typeof skillNames

/** A question practises every skill whose pattern matches its slug. */
const skillPatterns: readonly (readonly [RegExp, Skill])[] = [
  [/percent|discount|growth|rise|rises|rate$|not-passed|savings|votes/, 'percentages'],
  [/average|mean|median|spread|range/, 'averages'],
  [/ratio|juice|partnership|share/, 'ratios'],
  [/train|work-together|round-trip|ropes|ladder|leaking|stream|up-and-down/, 'speed'],
  [/interest|profit|discount|partnership|margin|income|savings|rent/, 'money'],
  [/red-ball|in-a-row|committee|handshakes|socks/, 'chances'],
  [/linear|quadratic|ages|number-removed/, 'algebra'],
  [/rectangle|circle|ladder|pie-angle|clock-angle/, 'geometry'],
  [/sum-to|geometric|remainder|bells/, 'numbers'],
  [/^series|odd-one-out/, 'series'],
  [/^signs|as-eight|new-sign/, 'codes'],
  [/^walk|^turns/, 'directions'],
  [/roses|teachers|no-fish|called-off|dark-room|liars|piano/, 'conclusions'],
  [/only-son|mothers/, 'family'],
  [/five-in-a-row|place-from|second-tallest/, 'order'],
  [/march|hundred-days|clock|early-bus/, 'calendar'],
  [/wrong-labels|light-coin|liars|socks/, 'puzzles'],
  [/^synonym|^antonym|^one-word/, 'vocabulary'],
  [/^idiom/, 'idioms'],
  [/^spelling/, 'spelling'],
  [/^grammar/, 'grammar'],
  [/^analogy/, 'analogies'],
  [/^books|^python|^best|^overall|^not-passed|^enrolled|^fault|^good|^third|^year|^income/, 'tables'],
  [/^food|^rent|^pie|^learning|^rain|^swimming|^gym/, 'charts'],
]

/** The skills of a question, named in the language that the question was written in first. */
export const tagsOf = (slug: string, language: Language): string[] =>
  skillPatterns.filter(([pattern]) => pattern.test(slug)).map(([, skill]) => skillNames[skill][language])
