/** Words of a job's page without JavaScript, by language. The app's own texts are in its locales. */
import type { Language } from '#contract/languages.ts'
import type { JobLevel, JobType } from '#contract/jobs/shapes.ts'

interface PageTexts {
  readonly at: string
  readonly remote: string
  readonly types: Readonly<Record<JobType, string>>
  readonly levels: Readonly<Record<JobLevel, string>>
  readonly salary: Readonly<Record<'month' | 'year', (amount: string) => string>>
  readonly requirements: string
  readonly benefits: string
  readonly deadline: (day: string) => string
  /** The text of an expired job (issue of the job board: "Applying has closed"). */
  readonly closed: string
  readonly apply: string
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  en: {
    at: 'at',
    remote: 'Remote',
    types: {
      'full-time': 'Full-time',
      'part-time': 'Part-time',
      contract: 'Contract',
      internship: 'Internship',
    },
    levels: { entry: 'Entry level', mid: 'Mid level', senior: 'Senior level' },
    salary: { month: (amount) => `${amount} a month`, year: (amount) => `${amount} a year` },
    requirements: 'What you need',
    benefits: 'What you get',
    deadline: (day) => `Apply until ${day}, 23:59.`,
    closed: 'Applying has closed.',
    apply: 'Sign in to apply',
  },
  hi: {
    at: '·',
    remote: 'रिमोट',
    types: { 'full-time': 'पूर्णकालिक', 'part-time': 'अंशकालिक', contract: 'अनुबंध', internship: 'इंटर्नशिप' },
    levels: { entry: 'शुरुआती स्तर', mid: 'मध्य स्तर', senior: 'वरिष्ठ स्तर' },
    salary: { month: (amount) => `${amount} प्रति माह`, year: (amount) => `${amount} प्रति वर्ष` },
    requirements: 'आपसे क्या अपेक्षा है',
    benefits: 'आपको क्या मिलेगा',
    deadline: (day) => `${day}, 23:59 तक आवेदन करें।`,
    closed: 'आवेदन बंद हो चुके हैं।',
    apply: 'आवेदन करने के लिए साइन इन करें',
  },
  ar: {
    at: '·',
    remote: 'عن بُعد',
    types: { 'full-time': 'دوام كامل', 'part-time': 'دوام جزئي', contract: 'عقد', internship: 'تدريب' },
    levels: { entry: 'مستوى مبتدئ', mid: 'مستوى متوسط', senior: 'مستوى خبير' },
    salary: { month: (amount) => `${amount} شهريًا`, year: (amount) => `${amount} سنويًا` },
    requirements: 'المطلوب منك',
    benefits: 'ما ستحصل عليه',
    deadline: (day) => `قدّم حتى ${day}، الساعة 23:59.`,
    closed: 'انتهى التقديم.',
    apply: 'سجّل الدخول للتقديم',
  },
}
