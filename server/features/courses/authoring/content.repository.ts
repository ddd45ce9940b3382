import type { ScormContent } from '#contract/course-builder/draft.ts'
import type { CourseSummary } from '#contract/courses/shapes.ts'
import { QUIZ_PASS_PERCENT_DEFAULT } from '#contract/limits.ts'
import type { AuthoredProblem } from '#contract/problems/problems.ts'
import type { AuthoredQuestion, QuizSettings } from '#contract/courses/quiz.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { cleanHtmlInWorker } from '#server/core/security/clean-in-worker.ts'
import type { StoredVideoQuestion, VideoCaption, VideoChapter, VideoSource } from '../courses.tables.ts'
import { shownVideoQuestions } from '../learning/video/video-questions.ts'
import { storeProblem } from './problem-content.ts'
import { storeQuestions } from '../learning/quiz/quiz.repository.ts'

interface ItemHead {
  title: string
  minutes: number
}
export type NewItem =
  | (ItemHead & { type: 'article'; html: string })
  | (ItemHead & {
      type: 'video'
      durationSeconds: number
      sources: readonly VideoSource[]
      posterUrl: string | null
      captions: readonly VideoCaption[]
      chapters?: readonly VideoChapter[]
      questions?: readonly StoredVideoQuestion[]
    })
  | (ItemHead & { type: 'problem'; problem: AuthoredProblem })
  | (ItemHead & { type: 'scorm'; content: ScormContent & { package_url: string } })
  | (ItemHead & { type: 'quiz'; settings?: Partial<QuizSettings>; questions: readonly AuthoredQuestion[] })

export interface NewTopic {
  title: string
  freePreview?: boolean
  items: readonly NewItem[]
}
export interface NewCourse {
  title: string
  description: string | null
  objectives: readonly string[] | null
  features: readonly string[] | null
  requirements: readonly string[] | null
  tags: readonly string[] | null
  difficulty: CourseSummary['difficulty']
  price: CourseSummary['price']
  status: 'draft' | 'published'
  cover: string | null
  position: number
  instructors: readonly { userId: number; bio: string }[]
  sections: readonly { title: string; opensAt?: Date | null; topics: readonly NewTopic[] }[]
}

/** Adds a whole course. Sanitizes article HTML, so that nothing unsafe is ever stored. */
export const addCourse = async (db: TenantDb, clientId: number, course: NewCourse): Promise<number> => {
  const { id: courseId } = await db
    .insertInto('course')
    .values({
      client_id: clientId,
      title: course.title,
      description: course.description,
      objectives: listOrNull(course.objectives),
      features: listOrNull(course.features),
      requirements: listOrNull(course.requirements),
      tags: listOrNull(course.tags),
      difficulty: course.difficulty,
      duration_minutes: null,
      price: course.price,
      status: course.status,
      cover: course.cover,
      position: course.position,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (course.instructors.length > 0)
    await db
      .insertInto('course_instructor')
      .values(
        course.instructors.map(({ userId, bio }, position) => ({
          client_id: clientId,
          course_id: courseId,
          user_id: userId,
          position,
          bio,
        })),
      )
      .execute()
  for (const [position, section] of course.sections.entries()) {
    const { id: sectionId } = await db
      .insertInto('course_section')
      .values({
        client_id: clientId,
        course_id: courseId,
        title: section.title,
        opens_at: section.opensAt ?? null,
        position,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [index, topic] of section.topics.entries())
      await addTopic(db, { clientId, courseId, sectionId }, topic, index)
  }
  return courseId
}

const listOrNull = (list: readonly string[] | null) => (list === null ? null : [...list])

const addTopic = async (
  db: TenantDb,
  ids: { clientId: number; courseId: number; sectionId: number },
  topic: NewTopic,
  position: number,
): Promise<void> => {
  const { id: topicId } = await db
    .insertInto('course_topic')
    .values({
      client_id: ids.clientId,
      course_id: ids.courseId,
      section_id: ids.sectionId,
      title: topic.title,
      free_preview: topic.freePreview ?? false,
      position,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, item] of topic.items.entries()) {
    const { id: itemId } = await db
      .insertInto('course_item')
      .values({
        client_id: ids.clientId,
        course_id: ids.courseId,
        topic_id: topicId,
        type: item.type,
        title: item.title,
        minutes: item.minutes,
        position: index,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addContent(db, ids.clientId, itemId, item)
  }
}

const addContent = async (db: TenantDb, clientId: number, itemId: number, item: NewItem): Promise<void> => {
  const key = { client_id: clientId, item_id: itemId }
  if (item.type === 'article') {
    await db
      .insertInto('item_article')
      .values({ ...key, html: await cleanHtmlInWorker(item.html, 'article') })
      .execute()
  } else if (item.type === 'video') {
    await db
      .insertInto('item_video')
      .values({
        ...key,
        duration_seconds: item.durationSeconds,
        sources: JSON.stringify(item.sources),
        poster_url: item.posterUrl,
        captions: JSON.stringify(item.captions),
        chapters: JSON.stringify(item.chapters ?? []),
        questions: JSON.stringify(item.questions ?? []),
        questions_shown: JSON.stringify(shownVideoQuestions(item.questions ?? [])),
      })
      .execute()
  } else if (item.type === 'problem') {
    await storeProblem(db, { clientId, itemId }, item.problem)
  } else if (item.type === 'scorm') {
    await db
      .insertInto('item_scorm')
      .values({ ...key, package_url: item.content.package_url, content: JSON.stringify(item.content) })
      .execute()
  } else {
    await db
      .insertInto('item_quiz')
      .values({ ...key, pass_percent: QUIZ_PASS_PERCENT_DEFAULT, ...item.settings })
      .execute()
    await storeQuestions(db, { clientId, itemId }, item.questions)
  }
}

/** Adds a learner's rating; a second one replaces the first. */
export const addRating = async (
  db: TenantDb,
  clientId: number,
  rating: { courseId: number; userId: number; stars: number },
): Promise<void> => {
  await db
    .insertInto('course_rating')
    .values({
      client_id: clientId,
      course_id: rating.courseId,
      user_id: rating.userId,
      stars: rating.stars,
    })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'course_id', 'user_id']).doUpdateSet({ stars: rating.stars }),
    )
    .execute()
}
