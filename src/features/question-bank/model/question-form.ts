import type { Letter } from '#contract/assessments/shapes.ts'
import { keepsOrder } from '#contract/courses/option-order.ts'
import { type Language, languages, perLanguage } from '#contract/languages.ts'
import type {
  BankQuestion,
  Difficulty,
  QuestionDraft,
  QuestionWords,
} from '#contract/question-bank/question-bank.ts'
import { tagsFrom } from './tags.ts'

/** A question's form. It holds fields for every language, empty or not. */
export interface QuestionForm {
  topicId: number | null
  difficulty: Difficulty
  /** The input as typed, separated by commas. */
  tags: string
  /** The main language. */
  language: Language
  texts: Record<Language, QuestionWords>
  answer: Letter | null
  /** Null until the author decides: then the texts do. */
  keepOrder: boolean | null
  note: string
}

const emptyTexts = (): QuestionWords => ({ prompt: '', options: ['', '', '', ''], explanation: '' })

export const newQuestion = (language: Language, topicId: number | null): QuestionForm => ({
  topicId,
  difficulty: 'medium',
  tags: '',
  language,
  texts: perLanguage(emptyTexts),
  answer: null,
  keepOrder: null,
  note: '',
})

export const formOf = (question: BankQuestion): QuestionForm => ({
  topicId: question.topic_id,
  difficulty: question.difficulty,
  tags: question.tags.join(', '),
  language: question.language,
  texts: perLanguage((language) => question.texts[language] ?? emptyTexts()),
  answer: question.answer,
  keepOrder: question.keep_order,
  note: '',
})

const areTextsEmpty = ({ prompt, options, explanation }: QuestionWords): boolean =>
  [prompt, explanation, ...options].every((text) => text.trim() === '')

/** Languages that have texts, and the main language. */
export const writtenLanguages = ({ language, texts }: Pick<QuestionForm, 'language' | 'texts'>): Language[] =>
  languages.filter((each) => each === language || !areTextsEmpty(texts[each]))

const normalize = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** Whether the options stay in their order, by the author or by the texts of the main language. */
export const keepsFormOrder = ({ keepOrder, language, texts }: QuestionForm): boolean =>
  keepsOrder({
    keep_order: keepOrder ?? undefined,
    options: texts[language].options.map((text) => ({ text })),
  })

export type QuestionProblem =
  | { field: 'topic' | 'answer'; language: null }
  | { field: 'prompt' | `option-${number}`; language: Language; equal?: boolean }

/** What is missing before the question can be saved, the main language first. */
export const problemsOf = (form: QuestionForm): QuestionProblem[] => {
  const problems: QuestionProblem[] = []
  if (form.topicId === null) problems.push({ field: 'topic', language: null })
  const order = [form.language, ...writtenLanguages(form).filter((each) => each !== form.language)]
  for (const language of order) {
    const { prompt, options } = form.texts[language]
    if (prompt.trim() === '') problems.push({ field: 'prompt', language })
    for (const [index, option] of options.entries()) {
      const isDuplicate = options.some(
        (other, otherIndex) => otherIndex < index && normalize(other) === normalize(option),
      )
      if (option.trim() === '') problems.push({ field: `option-${index}`, language })
      else if (isDuplicate) problems.push({ field: `option-${index}`, language, equal: true })
    }
  }
  if (form.answer === null) problems.push({ field: 'answer', language: null })
  return problems
}

/** Null while something is missing. */
export const draftOf = (form: QuestionForm): QuestionDraft | null => {
  if (problemsOf(form).length > 0 || form.topicId === null || form.answer === null) return null
  return {
    topic_id: form.topicId,
    difficulty: form.difficulty,
    tags: tagsFrom(form.tags),
    language: form.language,
    texts: Object.fromEntries(writtenLanguages(form).map((each) => [each, form.texts[each]])),
    answer: form.answer,
    keep_order: keepsFormOrder(form),
  }
}
