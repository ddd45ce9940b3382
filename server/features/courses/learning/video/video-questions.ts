/** Questions inside a film between its author and its learners. Pure. */
import type { Language } from '#contract/common.ts'
import { questionIn, type Wanted } from '#contract/courses/language.ts'
import { authoredQuestion, type GivenAnswer } from '#contract/courses/quiz.ts'
import {
  VIDEO_QUESTION_ID,
  questionOf,
  type VideoAnswer,
  type ShownVideoQuestion,
  type WrittenVideoQuestion,
} from '#contract/courses/video-questions.ts'
import type { SeenVideoQuestion, StoredVideoQuestion } from '../../courses.tables.ts'
import { gradeOf, markQuiz, strayAnswers } from '../quiz/grade.ts'
import {
  keyedWithId,
  shownFrom,
  shownInFrom,
  shownWithId,
  type StoredAuthored,
} from '../quiz/quiz-questions.ts'

const bySecond = (one: { second: number }, other: { second: number }) => one.second - other.second

/** As learners get them: in the film's order, each once. Throws for a half-written one. */
export const storedVideoQuestions = (written: readonly WrittenVideoQuestion[]): StoredVideoQuestion[] =>
  [...new Map(written.map((one) => [one.id, one])).values()].toSorted(bySecond).map((one) => {
    const { id: _, ...question } = authoredQuestion.parse(questionOf(one))
    return { id: one.id, second: one.second, required: one.required, question }
  })

/** Without anything of the key. */
export const seenVideoQuestions = (stored: readonly StoredVideoQuestion[]): SeenVideoQuestion[] =>
  stored.map(({ question, ...head }) => ({
    ...head,
    shown: shownFrom(question),
    shown_in: shownInFrom(question),
  }))

/** In the reader's language as far as they speak it; one that was answered is shown as it was asked. */
export const videoQuestionsIn = (
  seen: readonly SeenVideoQuestion[],
  answers: Readonly<Record<string, VideoAnswer>>,
  { asked, main }: Wanted,
): ShownVideoQuestion[] =>
  seen.map(({ shown, shown_in, ...head }) => {
    const own = shown_in[asked]
    return {
      ...head,
      question: shownWithId(VIDEO_QUESTION_ID, own ?? shown),
      ...(asked !== main && !own && { language: main }),
      answer: answers[head.id] ?? null,
    }
  })

/** Those of a draft that are complete. */
export const completeVideoQuestions = (written: readonly WrittenVideoQuestion[]): StoredVideoQuestion[] =>
  storedVideoQuestions(written.filter((one) => authoredQuestion.safeParse(questionOf(one)).success))

/** What came of an answer; null for one that does not fit the question or leaves it open. */
export const markedVideoAnswer = (
  authored: StoredAuthored,
  given: GivenAnswer,
  language: Language,
): VideoAnswer | null => {
  const question = keyedWithId(VIDEO_QUESTION_ID, questionIn(authored, language))
  if (strayAnswers([question], [given]).length > 0) return null
  // One answers once, so there is nothing to keep back.
  const [mark] = gradeOf(markQuiz([question], [given], 100), true).questions
  if (!mark || mark.verdict === 'open') return null
  return { question: shownWithId(VIDEO_QUESTION_ID, shownFrom(question)), given, mark }
}
