import type { answerVideoQuestion } from '#contract/courses/learning.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import type { CoursesContext } from '../../courses.cache.ts'
import { videoAnswerOf, videoQuestionWithKey, saveVideoAnswer } from './video-questions.repository.ts'
import { gradeVideoAnswer } from './video-questions.ts'
import { learnerOf } from '../../learning.ts'
import { lockItem, writeProgress } from '../progress.steps.ts'
import { learnerTx } from '../learner-mutex.ts'

/** Grades the answer to a video question. Each question is answered once: later answers return the first one. */
export const answerVideo = (
  context: CoursesContext,
  scope: MemberScope,
  question: { itemId: number; questionId: string },
  given: GivenAnswer,
): Promise<ResponseOf<typeof answerVideoQuestion>> =>
  learnerTx(scope, async (db) => {
    const lockedItem = await lockItem(db, scope, question.itemId, ['video'])
    const learner = learnerOf(scope)
    const authored = await videoQuestionWithKey(db, learner.clientId, question)
    if (!authored) throw notFound()
    // An answer counts as activity; only watching completes the video (rules: Learning). A locked section is rejected
    // here.
    const progress = await writeProgress(context, db, scope, lockedItem, { completed: false })
    const earlier = await videoAnswerOf(db, learner, question)
    if (earlier) return { ...earlier, progress }
    const answer = gradeVideoAnswer(authored.question, given, languageFor(scope))
    if (!answer)
      throw new AppError('invalid_fields', 'The answer does not belong to this question.', {
        fields: { answer: [fieldIssue('invalid')] },
      })
    const { courseId } = lockedItem.item
    await saveVideoAnswer(db, learner, question, { courseId, answer, now: scope.clock.now() })
    return { ...answer, progress }
  })
