/** Default texts for a course whose instructor wrote none: chosen by keywords in the title (spec 1). */
import type { Language } from '#contract/languages.ts'
import { languageOf } from '../language-of.ts'
import { arabicTexts } from './title-texts/ar.ts'
import { englishTexts } from './title-texts/en.ts'
import { hindiTexts } from './title-texts/hi.ts'
import { KEYWORDS, type Subject, type SubjectTexts, type TitleTexts } from './title-subjects.ts'

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
