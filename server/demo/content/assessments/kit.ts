/** Builders for the demo questions. They take the right option first and place it at the letter of the answer. */
import { letters, type Letter } from '#contract/assessments/shapes.ts'
import { languages, type Language } from '#contract/languages.ts'
import type { Difficulty, QuestionDraft } from '#contract/question-bank/question-bank.ts'
import { tagsOf } from './tags.ts'

type Options = readonly [right: string, wrong: string, wrong: string, wrong: string]
/** A question in one language, with its own options. */
type QuestionText = readonly [prompt: string, ...Options, explanation: string]
/** The text of a question whose options are the same in every language. */
type PromptText = readonly [prompt: string, explanation: string]

export interface DemoQuestion {
  /** Identifies the question in tests and decides its tags. */
  readonly slug: string
  readonly difficulty: Difficulty
  readonly texts: Readonly<Record<Language, { prompt: string; options: Options; explanation: string }>>
}

const withOwnOptions = ([prompt, right, one, two, three, explanation]: QuestionText) => ({
  prompt,
  options: [right, one, two, three] as const,
  explanation,
})

export const localizedQuestion = (
  slug: string,
  difficulty: Difficulty,
  en: QuestionText,
  hi: QuestionText,
  ar: QuestionText,
): DemoQuestion => ({
  slug,
  difficulty,
  texts: { en: withOwnOptions(en), hi: withOwnOptions(hi), ar: withOwnOptions(ar) },
})

export const sharedOptionsQuestion = (
  slug: string,
  difficulty: Difficulty,
  options: Options,
  en: PromptText,
  hi: PromptText,
  ar: PromptText,
): DemoQuestion => {
  const withSharedOptions = ([prompt, explanation]: PromptText) => ({ prompt, options, explanation })
  return {
    slug,
    difficulty,
    texts: { en: withSharedOptions(en), hi: withSharedOptions(hi), ar: withSharedOptions(ar) },
  }
}

/** Each letter once in every four questions, in an order that cannot be guessed from the previous question. */
const ANSWER_SEQUENCE = 'BDACCABDADCBDBCACDBAACDBBADCDCAB'
export const answerAt = (index: number): Letter =>
  letters.find((each) => each === ANSWER_SEQUENCE[index % ANSWER_SEQUENCE.length]) ?? 'A'

/** The question as the question bank takes it. Its index in the topic decides the letter of the answer. */
export const draftOf = (
  { slug, difficulty, texts }: DemoQuestion,
  index: number,
  target: { topicId: number; language: Language; languages: readonly Language[] },
): QuestionDraft => {
  const answer = answerAt(index)
  const draftTexts: QuestionDraft['texts'] = {}
  for (const language of languages) {
    if (!target.languages.includes(language)) continue
    const { prompt, options, explanation } = texts[language]
    const [right, ...wrong] = options
    draftTexts[language] = {
      prompt,
      options: wrong.toSpliced(letters.indexOf(answer), 0, right),
      explanation,
    }
  }
  return {
    topic_id: target.topicId,
    difficulty,
    tags: tagsOf(slug, target.language),
    language: target.language,
    texts: draftTexts,
    answer,
  }
}
