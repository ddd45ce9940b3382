import type { Letter } from '#contract/assessments/shapes.ts'
import { languages, type Language } from '#contract/common.ts'
import type {
  BankQuestion,
  Difficulty,
  QuestionDraft,
  QuestionWords,
} from '#contract/question-bank/question-bank.ts'
import { tagsFrom } from './tags.ts'

/** A question while it is written: every language has its fields, empty or not. */
export interface QuestionForm {
  topicId: number | null
  difficulty: Difficulty
  /** As typed, with commas. */
  tags: string
  /** The main language. */
  language: Language
  texts: Record<Language, QuestionWords>
  answer: Letter | null
  note: string
}

const blank = (): QuestionWords => ({ prompt: '', options: ['', '', '', ''], explanation: '' })

export const newQuestion = (language: Language, topicId: number | null): QuestionForm => ({
  topicId,
  difficulty: 'medium',
  tags: '',
  language,
  texts: { en: blank(), hi: blank(), ar: blank() },
  answer: null,
  note: '',
})

export const formOf = (question: BankQuestion): QuestionForm => ({
  topicId: question.topic_id,
  difficulty: question.difficulty,
  tags: question.tags.join(', '),
  language: question.language,
  texts: {
    en: question.texts.en ?? blank(),
    hi: question.texts.hi ?? blank(),
    ar: question.texts.ar ?? blank(),
  },
  answer: question.answer,
  note: '',
})

const isBlank = ({ prompt, options, explanation }: QuestionWords): boolean =>
  [prompt, explanation, ...options].every((text) => text.trim() === '')

/** Languages that have words, or must have them. */
export const writtenLanguages = ({ language, texts }: Pick<QuestionForm, 'language' | 'texts'>): Language[] =>
  languages.filter((each) => each === language || !isBlank(texts[each]))

const normal = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

export type QuestionProblem =
  | { field: 'topic' | 'answer'; language: null }
  | { field: 'prompt' | `option-${number}`; language: Language; equal?: boolean }

/** What misses before the question can be saved, first the main language. */
export const problemsOf = (form: QuestionForm): QuestionProblem[] => {
  const found: QuestionProblem[] = []
  if (form.topicId === null) found.push({ field: 'topic', language: null })
  const order = [form.language, ...writtenLanguages(form).filter((each) => each !== form.language)]
  for (const language of order) {
    const { prompt, options } = form.texts[language]
    if (prompt.trim() === '') found.push({ field: 'prompt', language })
    for (const [at, option] of options.entries()) {
      const equal = options.some((other, place) => place < at && normal(other) === normal(option))
      if (option.trim() === '') found.push({ field: `option-${at}`, language })
      else if (equal) found.push({ field: `option-${at}`, language, equal })
    }
  }
  if (form.answer === null) found.push({ field: 'answer', language: null })
  return found
}

/** Null while something misses. */
export const draftOf = (form: QuestionForm): QuestionDraft | null => {
  if (problemsOf(form).length > 0 || form.topicId === null || form.answer === null) return null
  return {
    topic_id: form.topicId,
    difficulty: form.difficulty,
    tags: tagsFrom(form.tags),
    language: form.language,
    texts: Object.fromEntries(writtenLanguages(form).map((each) => [each, form.texts[each]])),
    answer: form.answer,
  }
}
