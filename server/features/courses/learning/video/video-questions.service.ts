import type { answerVideoQuestion } from '#contract/courses/learning.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import type { CoursesContext } from '../../courses.cache.ts'
import { videoAnswerOf, videoQuestionWithKey, keepVideoAnswer } from './video-questions.repository.ts'
import { markedVideoAnswer } from './video-questions.ts'
import { learnerOf } from '../../learning.ts'
import { begin, finish } from '../progress.steps.ts'
import { learnerTx } from '../learner-mutex.ts'

/** Marks the answer to a question inside a film. One answers once: whatever comes later reads the first answer back. */
export const answerVideo = (
  context: CoursesContext,
  scope: MemberScope,
  place: { itemId: number; questionId: string },
  given: GivenAnswer,
): Promise<ResponseOf<typeof answerVideoQuestion>> =>
  learnerTx(scope, async (db) => {
    const work = await begin(db, scope, place.itemId, ['video'])
    const learner = learnerOf(scope)
    const authored = await videoQuestionWithKey(db, learner.clientId, place)
    if (!authored) throw notFound()
    // Answering is learning in the film, completed only by watching (RULES "Learning"); a closed section refuses here.
    const progress = await finish(context, db, scope, work, { completed: false })
    const earlier = await videoAnswerOf(db, learner, place)
    if (earlier) return { ...earlier, progress }
    const answer = markedVideoAnswer(authored.question, given, languageFor(scope))
    if (!answer)
      throw new AppError('invalid_fields', 'The answer does not belong to this question.', {
        fields: { answer: [fieldIssue('invalid')] },
      })
    const { courseId } = work.place
    await keepVideoAnswer(db, learner, place, { courseId, answer, now: scope.clock.now() })
    return { ...answer, progress }
  })
