/** How the demo's questions are written down: the right option first; the kit puts it under its letter. */
import { letters, type Letter } from '#contract/assessments/shapes.ts'
import { languages, type Language } from '#contract/common.ts'
import type { Difficulty, QuestionDraft } from '#contract/question-bank/question-bank.ts'
import { tagsOf } from './tags.ts'

type Options = readonly [right: string, wrong: string, wrong: string, wrong: string]
/** A question of its own in this language. */
type Words = readonly [prompt: string, ...Options, explanation: string]
/** Words around options that are the same in every language. */
type Around = readonly [prompt: string, explanation: string]

export interface DemoQuestion {
  /** Names it in tests. */
  readonly slug: string
  readonly difficulty: Difficulty
  readonly words: Readonly<Record<Language, { prompt: string; options: Options; explanation: string }>>
}

const whole = ([prompt, right, one, two, three, explanation]: Words) => ({
  prompt,
  options: [right, one, two, three] as const,
  explanation,
})

export const ask = (slug: string, difficulty: Difficulty, en: Words, hi: Words, ar: Words): DemoQuestion => ({
  slug,
  difficulty,
  words: { en: whole(en), hi: whole(hi), ar: whole(ar) },
})

export const askValue = (
  slug: string,
  difficulty: Difficulty,
  options: Options,
  en: Around,
  hi: Around,
  ar: Around,
): DemoQuestion => {
  const around = ([prompt, explanation]: Around) => ({ prompt, options, explanation })
  return { slug, difficulty, words: { en: around(en), hi: around(hi), ar: around(ar) } }
}

/** Each letter once in four questions, in an order that nobody guesses from the question before. */
const KEYS = 'BDACCABDADCBDBCACDBAACDBBADCDCAB'
export const keyAt = (index: number): Letter =>
  letters.find((each) => each === KEYS[index % KEYS.length]) ?? 'A'

/** As the bank takes it; the place in its topic's list decides the letter of the key. */
export const draftOf = (
  { slug, difficulty, words }: DemoQuestion,
  index: number,
  place: { topicId: number; language: Language; languages: readonly Language[] },
): QuestionDraft => {
  const answer = keyAt(index)
  const texts: QuestionDraft['texts'] = {}
  for (const language of languages) {
    if (!place.languages.includes(language)) continue
    const { prompt, options, explanation } = words[language]
    const [right, ...wrong] = options
    texts[language] = { prompt, options: wrong.toSpliced(letters.indexOf(answer), 0, right), explanation }
  }
  return {
    topic_id: place.topicId,
    difficulty,
    tags: tagsOf(slug, place.language),
    language: place.language,
    texts,
    answer,
  }
}
