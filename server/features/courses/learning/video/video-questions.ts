/** Converts video questions from the author's form to the learners' form. Pure. */
import type { Language } from '#contract/languages.ts'
import { questionIn, type Wanted } from '#contract/courses/language.ts'
import { withSeededOptions } from '#contract/courses/option-order.ts'
import { authoredQuestion, type GivenAnswer } from '#contract/courses/quiz.ts'
import {
  VIDEO_QUESTION_ID,
  questionOf,
  type VideoAnswer,
  type ShownVideoQuestion,
  type WrittenVideoQuestion,
} from '#contract/courses/video-questions.ts'
import type { StoredShownVideoQuestion, StoredVideoQuestion } from '../../courses.tables.ts'
import { gradeOf, markQuiz, invalidAnswerPaths } from '../quiz/grade.ts'
import {
  keyedWithId,
  shownFrom,
  shownInFrom,
  shownWithId,
  withUnsolvedItems,
  type StoredAuthored,
} from '../quiz/quiz-questions.ts'

const bySecond = (draft: { second: number }, b: { second: number }) => draft.second - b.second

/** In the video's order, each once. Throws for an incomplete question. */
export const storedVideoQuestions = (drafted: readonly WrittenVideoQuestion[]): StoredVideoQuestion[] =>
  [...new Map(drafted.map((draft) => [draft.id, draft])).values()].toSorted(bySecond).map((draft) => {
    const { id: _, ...question } = authoredQuestion.parse(questionOf(draft))
    return { id: draft.id, second: draft.second, required: draft.required, question }
  })

/** Without the answer key. */
export const shownVideoQuestions = (stored: readonly StoredVideoQuestion[]): StoredShownVideoQuestion[] =>
  stored.map(({ question, ...head }) => ({
    ...head,
    shown: shownFrom(question),
    shown_in: shownInFrom(question),
  }))

export interface VideoQuestionOrder {
  /** Of the learner. */
  seed: string
  /** The right order of items to be sorted, by question. */
  solved: Readonly<Record<string, readonly string[]>>
}

/** In the reader's language where translated; an answered question is shown as it was asked. */
export const videoQuestionsIn = (
  stored: readonly StoredShownVideoQuestion[],
  answers: Readonly<Record<string, VideoAnswer>>,
  { asked, main }: Wanted,
  { seed, solved }: VideoQuestionOrder,
): ShownVideoQuestion[] =>
  stored.map(({ shown, shown_in, ...head }) => {
    const translated = shown_in[asked]
    const question = withSeededOptions(shownWithId(VIDEO_QUESTION_ID, translated ?? shown), seed)
    return {
      ...head,
      question: withUnsolvedItems(question, solved[head.id] ?? null, `${seed}:${head.id}`),
      ...(asked !== main && !translated && { language: main }),
      answer: answers[head.id] ?? null,
    }
  })

/** The complete questions of a draft. */
export const completeVideoQuestions = (drafted: readonly WrittenVideoQuestion[]): StoredVideoQuestion[] =>
  storedVideoQuestions(drafted.filter((draft) => authoredQuestion.safeParse(questionOf(draft)).success))

/** Grades an answer; null for an answer that does not fit the question or leaves it open. */
export const gradeVideoAnswer = (
  authored: StoredAuthored,
  given: GivenAnswer,
  language: Language,
): VideoAnswer | null => {
  const question = keyedWithId(VIDEO_QUESTION_ID, questionIn(authored, language))
  if (invalidAnswerPaths([question], [given]).length > 0) return null
  // A question is answered once, so everything is revealed.
  const [mark] = gradeOf(markQuiz([question], [given], 100), true).questions
  if (!mark || mark.verdict === 'open') return null
  return { question: shownWithId(VIDEO_QUESTION_ID, shownFrom(question)), given, mark }
}
