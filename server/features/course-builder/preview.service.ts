import type { Language } from '#contract/common.ts'
import type { CourseDocument, DraftItem } from '#contract/course-builder/draft.ts'
import { findNode } from '#contract/course-builder/draft-operations.ts'
import type {
  CoursePreview,
  previewVideoQuestion,
  previewProblem,
  previewQuiz,
  previewTests,
  previewTopic,
} from '#contract/course-builder/preview.ts'
import type { BodyOf, QueryOf, ResponseInputOf } from '#contract/endpoint.ts'
import type { Submission } from '#contract/problems/problems.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { openDraft, type BuilderContext } from './builder.service.ts'

type QuizBody = BodyOf<typeof previewQuiz>
type VideoBody = BodyOf<typeof previewVideoQuestion>
type ProblemBody = BodyOf<typeof previewProblem>

/** How learners' features show and judge; null for what is not there or half-written. */
export interface PreviewDependencies {
  topic: (
    document: CourseDocument,
    at: { courseId: number; place: number; language: Language },
  ) => CoursePreview | null
  quiz: (
    item: DraftItem,
    body: QuizBody,
    wanted: { asked: Language; main: Language },
  ) => ResponseInputOf<typeof previewQuiz> | null
  video: (
    item: DraftItem,
    body: VideoBody,
    wanted: { asked: Language; main: Language },
  ) => ResponseInputOf<typeof previewVideoQuestion> | null
  tests: (item: DraftItem) => ResponseInputOf<typeof previewTests>['tests'] | null
  problem: (item: DraftItem, body: ProblemBody, now: Date) => Submission | null
}

const saved = async (context: BuilderContext, scope: StaffScope, courseId: number): Promise<CourseDocument> =>
  (await scope.tx((db) => openDraft(context, db, scope, courseId))).document

const itemOf = (document: CourseDocument, key: string): DraftItem => {
  const found = findNode(document, 'item', key)
  if (!found || !('content' in found.node)) throw notFound()
  return found.node
}
const there = <T>(answer: T | null): T => {
  if (answer === null) throw notFound()
  return answer
}

export const topic = async (
  context: BuilderContext,
  actions: PreviewDependencies,
  scope: StaffScope,
  { params, query }: { params: { courseId: number; topic: number }; query: QueryOf<typeof previewTopic> },
): Promise<CoursePreview> => {
  const document = await saved(context, scope, params.courseId)
  const language = query.language ?? document.course.language
  return there(actions.topic(document, { courseId: params.courseId, place: params.topic, language }))
}

export const quiz = async (
  context: BuilderContext,
  actions: PreviewDependencies,
  scope: StaffScope,
  courseId: number,
  body: QuizBody,
) => {
  const document = await saved(context, scope, courseId)
  const { language: main } = document.course
  return there(actions.quiz(itemOf(document, body.item), body, { asked: body.language ?? main, main }))
}

export const video = async (
  context: BuilderContext,
  actions: PreviewDependencies,
  scope: StaffScope,
  courseId: number,
  body: VideoBody,
) => {
  const document = await saved(context, scope, courseId)
  const { language: main } = document.course
  return there(actions.video(itemOf(document, body.item), body, { asked: body.language ?? main, main }))
}

export const tests = async (
  context: BuilderContext,
  actions: PreviewDependencies,
  scope: StaffScope,
  params: { courseId: number; item: string },
) => ({ tests: there(actions.tests(itemOf(await saved(context, scope, params.courseId), params.item))) })

export const problem = async (
  context: BuilderContext,
  actions: PreviewDependencies,
  scope: StaffScope,
  params: { courseId: number; item: string },
  body: ProblemBody,
) => {
  const document = await saved(context, scope, params.courseId)
  return there(actions.problem(itemOf(document, params.item), body, scope.clock.now()))
}
