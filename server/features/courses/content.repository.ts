import type { CourseSummary } from '#contract/courses.ts'
import { QUIZ_PASS_PERCENT_DEFAULT } from '#contract/limits.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import type { VideoCaption, VideoSource } from './courses.tables.ts'

export interface NewQuestion {
  prompt: string
  choices: readonly { text: string; correct: boolean }[]
  explanation: string
}
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
    })
  | (ItemHead & { type: 'quiz'; passPercent?: number; questions: readonly NewQuestion[] })

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
  sections: readonly { title: string; topics: readonly NewTopic[] }[]
}

/** Writes a whole course. Article HTML is cleaned here, so nothing unclean is ever stored. */
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
      .values({ client_id: clientId, course_id: courseId, title: section.title, position })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [place, topic] of section.topics.entries())
      await addTopic(db, { clientId, courseId, sectionId }, topic, place)
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
  for (const [place, item] of topic.items.entries()) {
    const { id: itemId } = await db
      .insertInto('course_item')
      .values({
        client_id: ids.clientId,
        course_id: ids.courseId,
        topic_id: topicId,
        type: item.type,
        title: item.title,
        minutes: item.minutes,
        position: place,
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
      .values({ ...key, html: cleanHtml(item.html, 'article') })
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
      })
      .execute()
  } else {
    await db
      .insertInto('item_quiz')
      .values({ ...key, pass_percent: item.passPercent ?? QUIZ_PASS_PERCENT_DEFAULT })
      .execute()
    await addQuestions(db, key, item.questions)
  }
}

const addQuestions = async (
  db: TenantDb,
  key: { client_id: number; item_id: number },
  questions: readonly NewQuestion[],
): Promise<void> => {
  if (questions.length === 0) return
  const rows = await db
    .insertInto('quiz_question')
    .values(questions.map(({ prompt, explanation }, position) => ({ ...key, position, prompt, explanation })))
    .returning(['id', 'position'])
    .execute()
  const choices = rows.flatMap((row) =>
    (questions[row.position]?.choices ?? []).map(({ text, correct }, position) => ({
      client_id: key.client_id,
      question_id: row.id,
      position,
      text,
      correct,
    })),
  )
  await db.insertInto('quiz_choice').values(choices).execute()
}

/** A learner's stars for a course; a second rating replaces the first. */
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
