/** What a course says about itself while its instructor has written nothing: chosen by keywords in the title (spec §1). */
import type { Language } from '#contract/common.ts'
import { languageOf } from '../language-of.ts'
import { arabicTexts } from './title-texts/ar.ts'
import { englishTexts } from './title-texts/en.ts'
import { hindiTexts } from './title-texts/hi.ts'
import { KEYWORDS, type Subject, type SubjectTexts, type TitleTexts } from './title-subjects.ts'

/** Letters, marks and digits stay; everything else separates words. */
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
 * Description, objectives, features, requirements and tags for a title, in the reader's language: they are the
 * product's own words. Tags stay in the title's, because filters and addresses are made of them.
 */
export const textsForTitle = (title: string, reads?: Language): TitleTexts => {
  const [own, subject] = [languageOf(title, 'en'), subjectOf(title)]
  const main = TEXTS[own][subject]
  return reads === undefined || reads === own ? main : { ...TEXTS[reads][subject], tags: main.tags }
}
