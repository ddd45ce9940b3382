/** The subjects that a title may name, and the texts for a course of each. */
export interface TitleTexts {
  readonly description: string
  readonly objectives: string[]
  readonly features: string[]
  readonly requirements: string[]
  readonly tags: string[]
}

/** Matched in this order, so narrower subjects come first. Words match as whole words, phrases as they are. */
export const KEYWORDS = {
  machineLearning: [
    'machine learning',
    'deep learning',
    'ai',
    'मशीन लर्निंग',
    'تعلم الآلة',
    'الذكاء الاصطناعي',
  ],
  excel: ['excel', 'spreadsheet', 'spreadsheets', 'एक्सेल', 'إكسل', 'اكسل'],
  tableau: [
    'tableau',
    'chart',
    'charts',
    'visualisation',
    'visualization',
    'power bi',
    'टैब्लो',
    'تابلو',
    'رسوم',
  ],
  sql: ['sql', 'database', 'databases', 'डेटाबेस', 'قواعد البيانات'],
  python: ['python', 'पायथन', 'بايثون'],
  javascript: ['javascript', 'typescript', 'react', 'node', 'जावास्क्रिप्ट', 'جافاسكريبت'],
  java: ['java', 'spring', 'जावा', 'جافا'],
  web: ['web', 'html', 'css', 'वेब', 'الويب'],
  statistics: ['statistics', 'statistical', 'probability', 'सांख्यिकी', 'الإحصاء', 'إحصاء'],
  aptitude: ['aptitude', 'quantitative', 'reasoning', 'अभिक्षमता', 'गणित', 'القدرات', 'الكمي'],
  interview: ['interview', 'interviews', 'resume', 'placement', 'साक्षात्कार', 'इंटरव्यू', 'المقابلة', 'مقابلة'],
  english: ['english', 'communication', 'writing', 'speaking', 'अंग्रेज़ी', 'अंग्रेजी', 'الإنجليزية', 'التواصل'],
  marketing: ['marketing', 'seo', 'मार्केटिंग', 'التسويق'],
  project: ['project management', 'agile', 'scrum', 'प्रोजेक्ट', 'إدارة المشاريع'],
} as const

export type Subject = keyof typeof KEYWORDS | 'standard'
export type SubjectTexts = Readonly<Record<Subject, TitleTexts>>

export const subjects = [...(Object.keys(KEYWORDS) as (keyof typeof KEYWORDS)[]), 'standard'] as const
