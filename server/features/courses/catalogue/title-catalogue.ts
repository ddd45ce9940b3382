/** Default texts for a course whose instructor wrote none: chosen by keywords in the title (spec 1). */
import type { Language } from '#contract/languages.ts'
import { languageOf } from '../language-of.ts'
import { arabicTexts } from './title-texts/ar.ts'
import { englishTexts } from './title-texts/en.ts'
import { hindiTexts } from './title-texts/hi.ts'

export interface TitleTexts {
  readonly description: string
  readonly objectives: string[]
  readonly features: string[]
  readonly requirements: string[]
  readonly tags: string[]
}

/** Matched in this order, so narrower subjects come first. Words match as whole words, phrases as they are. */
const KEYWORDS = {
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

/** Keeps letters, marks and digits; everything else separates words. */
const wordsOf = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLocaleLowerCase('en')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `

export const subjectOf = (title: string): Subject => {
  const words = wordsOf(title)
  const found = Object.entries(KEYWORDS).find(([, keywords]) =>
    keywords.some((keyword) => words.includes(wordsOf(keyword))),
  )
  return (found?.[0] as Subject | undefined) ?? 'standard'
}

const TEXTS: Readonly<Record<Language, SubjectTexts>> = { en: englishTexts, hi: hindiTexts, ar: arabicTexts }

/**
 * Default texts for a title, in the reader's language. Tags stay in the title's language, because filters and
 * addresses use them.
 */
export const textsForTitle = (title: string, language?: Language): TitleTexts => {
  const [titleLanguage, subject] = [languageOf(title, 'en'), subjectOf(title)]
  const main = TEXTS[titleLanguage][subject]
  return language === undefined || language === titleLanguage
    ? main
    : { ...TEXTS[language][subject], tags: main.tags }
}
