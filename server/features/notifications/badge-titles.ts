/** Names of the badges in mails and pushes; the app has the same in its own texts. */
import type { BadgeName } from '#contract/badges/badges.ts'
import type { Language } from '#contract/languages.ts'

export const BADGE_TITLES: Record<Language, Record<BadgeName, string>> = {
  en: {
    first_lesson: 'First lesson',
    streak_3: 'Three in a row',
    streak_7: 'A whole week',
    streak_30: 'A whole month',
    first_course: 'First course',
    five_courses: 'Five courses',
    first_problem: 'First solution',
    problems_25: 'Twenty-five solutions',
    perfect_quiz: 'Perfect quiz',
    first_thread: 'First question',
    upvotes_10: 'Appreciated',
    top_3_week: 'Top three',
  },
  hi: {
    first_lesson: 'पहला पाठ',
    streak_3: 'लगातार तीन',
    streak_7: 'पूरा सप्ताह',
    streak_30: 'पूरा महीना',
    first_course: 'पहला कोर्स',
    five_courses: 'पाँच कोर्स',
    first_problem: 'पहला हल',
    problems_25: 'पच्चीस हल',
    perfect_quiz: 'पूर्ण क्विज़',
    first_thread: 'पहला प्रश्न',
    upvotes_10: 'सराहना',
    top_3_week: 'शीर्ष तीन',
  },
  ar: {
    first_lesson: 'الدرس الأول',
    streak_3: 'ثلاثة متتالية',
    streak_7: 'أسبوع كامل',
    streak_30: 'شهر كامل',
    first_course: 'الدورة الأولى',
    five_courses: 'خمس دورات',
    first_problem: 'الحل الأول',
    problems_25: 'خمسة وعشرون حلًا',
    perfect_quiz: 'اختبار كامل',
    first_thread: 'السؤال الأول',
    upvotes_10: 'محل تقدير',
    top_3_week: 'الثلاثة الأوائل',
  },
}
