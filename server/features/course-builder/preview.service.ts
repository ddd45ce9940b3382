import type { Language } from '#contract/languages.ts'
import type { Wanted } from '#contract/courses/language.ts'
import { type CourseDocument, type DraftItem } from '#contract/course-builder/draft.ts'
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

/** How other features show and grade content of a draft; null for a missing or incomplete item. */
export interface PreviewDependencies {
  topic: (
    document: CourseDocument,
    position: { courseId: number; topicNumber: number; language: Language },
  ) => Promise<CoursePreview | null>
  quiz: (
    item: DraftItem,
    body: QuizBody,
    languageChoice: Wanted,
  ) => ResponseInputOf<typeof previewQuiz> | null
  video: (
    item: DraftItem,
    body: VideoBody,
    languageChoice: Wanted,
  ) => ResponseInputOf<typeof previewVideoQuestion> | null
  tests: (item: DraftItem) => ResponseInputOf<typeof previewTests>['tests'] | null
  problem: (item: DraftItem, body: ProblemBody, now: Date) => Submission | null
}

const savedDocument = async (
  context: BuilderContext,
  scope: StaffScope,
  courseId: number,
): Promise<CourseDocument> => (await scope.tx((db) => openDraft(context, db, scope, courseId))).document

const itemOf = (document: CourseDocument, key: string): DraftItem => {
  const found = findNode(document, 'item', key)
  if (!found || !('content' in found.node)) throw notFound()
  return found.node
}
const orNotFound = <T>(result: T | null): T => {
  if (result === null) throw notFound()
  return result
}

export const topic = async (
  context: BuilderContext,
  dependencies: PreviewDependencies,
  scope: StaffScope,
  { params, query }: { params: { courseId: number; topic: number }; query: QueryOf<typeof previewTopic> },
): Promise<CoursePreview> => {
  const document = await savedDocument(context, scope, params.courseId)
  const language = query.language ?? document.course.language
  return orNotFound(
    await dependencies.topic(document, { courseId: params.courseId, topicNumber: params.topic, language }),
  )
}

export const quiz = async (
  context: BuilderContext,
  dependencies: PreviewDependencies,
  scope: StaffScope,
  courseId: number,
  body: QuizBody,
) => {
  const document = await savedDocument(context, scope, courseId)
  const { language: main } = document.course
  return orNotFound(
    dependencies.quiz(itemOf(document, body.item), body, { asked: body.language ?? main, main }),
  )
}

export const video = async (
  context: BuilderContext,
  dependencies: PreviewDependencies,
  scope: StaffScope,
  courseId: number,
  body: VideoBody,
) => {
  const document = await savedDocument(context, scope, courseId)
  const { language: main } = document.course
  return orNotFound(
    dependencies.video(itemOf(document, body.item), body, { asked: body.language ?? main, main }),
  )
}

export const tests = async (
  context: BuilderContext,
  dependencies: PreviewDependencies,
  scope: StaffScope,
  params: { courseId: number; item: string },
) => ({
  tests: orNotFound(
    dependencies.tests(itemOf(await savedDocument(context, scope, params.courseId), params.item)),
  ),
})

export const problem = async (
  context: BuilderContext,
  dependencies: PreviewDependencies,
  scope: StaffScope,
  params: { courseId: number; item: string },
  body: ProblemBody,
) => {
  const document = await savedDocument(context, scope, params.courseId)
  return orNotFound(dependencies.problem(itemOf(document, params.item), body, scope.clock.now()))
}
