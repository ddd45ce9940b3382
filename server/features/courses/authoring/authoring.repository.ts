/**
 * Makes what learners see the document that authors wrote. The ids of what stays are kept, so progress is kept; what is
 * gone from the document goes from the tables.
 */
import { sql } from 'kysely'
import {
  problemOf,
  questionsOf,
  type CourseDocument,
  type DraftItem,
  type DraftSection,
  type DraftTopic,
  type ItemContent,
} from '#contract/course-builder/draft.ts'
import type { Language } from '#contract/common.ts'
import { authoredProblem } from '#contract/problems/problems.ts'
import { authoredQuestion } from '#contract/courses/quiz.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import type { CourseKey, LiveIds } from './authoring-read.repository.ts'
import { seenVideoQuestions, storedVideoQuestions } from '../learning/video/video-questions.ts'
import { storeProblem } from './problem-content.ts'
import type { VideoChapter } from '../courses.tables.ts'
import { withKnownIds } from './question-match.ts'
import { storeQuestions } from '../learning/quiz/quiz.repository.ts'

const list = (texts: readonly string[]) => {
  const kept = texts.map((text) => text.trim()).filter(Boolean)
  return kept.length > 0 ? kept : null
}

/** Makes what learners see this document. One transaction of the caller: whoever looks sees the old or the new whole. */
export const writeDocument = async (
  db: TenantDb,
  key: CourseKey,
  document: CourseDocument,
  liveIds: LiveIds,
  now: Date,
): Promise<LiveIds> => {
  await writeCourse(db, key, document, now)
  await writeInstructors(db, key, document)
  const writer = new OutlineWriter(db, key, liveIds)
  await writer.write(document.sections)
  return writer.ids
}

/** What was written in other languages; a language without a word is none. */
const otherTexts = ({ language, texts }: CourseDocument['course']) =>
  Object.fromEntries(
    Object.entries(texts).filter(
      ([each, own]) =>
        each !== language &&
        [own.title, own.description, ...own.objectives, ...own.features, ...own.requirements].some(
          (text) => text.trim() !== '',
        ),
    ),
  )
const titlesOf = ({ titles }: { titles: Partial<Record<Language, string>> }): string =>
  JSON.stringify(Object.fromEntries(Object.entries(titles).filter(([, title]) => title.trim() !== '')))

const writeCourse = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  { course }: CourseDocument,
  now: Date,
): Promise<void> => {
  const texts = course.texts[course.language]
  await db
    .updateTable('course')
    .set({
      title: texts?.title.trim() ?? '',
      description: texts?.description.trim() || null,
      objectives: list(texts?.objectives ?? []),
      features: list(texts?.features ?? []),
      requirements: list(texts?.requirements ?? []),
      tags: list(course.tags),
      difficulty: course.difficulty,
      price: course.price,
      cover: course.cover_url,
      cover_alt: course.cover_alt?.trim() ?? '',
      language: course.language,
      texts: JSON.stringify(otherTexts(course)),
      status: 'published',
      updated_at: now,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', courseId)
    .execute()
  const price = course.price === 'premium' ? course.price_minor : null
  const currency = price === null ? null : course.currency
  // A booking amount above the new price would make no sense; the price is asked for whole then.
  const updated = await sql`
    update course_offer set capacity = ${course.seats}::integer, price_minor = ${price}::bigint,
      currency = ${currency}::text, booking_minor = case when booking_minor <= ${price}::bigint then booking_minor end
    where client_id = ${clientId} and course_id = ${courseId}`.execute(db)
  if (updated.numAffectedRows === 0n && (course.seats !== null || price !== null))
    await sql`
      insert into course_offer (client_id, course_id, capacity, price_minor, currency)
      values (${clientId}, ${courseId}, ${course.seats}, ${price}, ${currency})`.execute(db)
}

const writeInstructors = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  { course }: CourseDocument,
): Promise<void> => {
  await db
    .deleteFrom('course_instructor')
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .execute()
  const ids = course.instructors.map((person) => person.user_id)
  // Who left the tenant or became a learner teaches no more.
  const staff = await sql<{ id: number }>`
    select id from app_user where client_id = ${clientId} and id = any(${ids}::integer[]) and role <> 'student'`.execute(
    db,
  )
  const known = new Set(staff.rows.map((row) => row.id))
  const rows = course.instructors
    .filter((person, index) => known.has(person.user_id) && ids.indexOf(person.user_id) === index)
    .map((person, position) => ({
      client_id: clientId,
      course_id: courseId,
      user_id: person.user_id,
      position,
      bio: person.bio,
    }))
  if (rows.length > 0) await db.insertInto('course_instructor').values(rows).execute()
}

/** Walks the outline once, updating what is known and adding what is new. */
class OutlineWriter {
  readonly ids: LiveIds = {}
  readonly #db: TenantDb
  readonly #key: CourseKey
  readonly #known: LiveIds

  constructor(db: TenantDb, key: CourseKey, known: LiveIds) {
    this.#db = db
    this.#key = key
    this.#known = known
  }

  async write(sections: readonly DraftSection[]): Promise<void> {
    for (const [position, section] of sections.entries()) await this.#section(section, position)
    for (const section of sections) await this.#requirements(section)
    await this.#sweep(sections)
  }

  async #section(section: DraftSection, position: number): Promise<void> {
    const { clientId, courseId } = this.#key
    const opens = section.opens_at === null ? null : new Date(section.opens_at)
    const known = this.#known[section.key]
    const result = await sql<{ id: number }>`
      update course_section set title = ${section.title.trim()}, titles = ${titlesOf(section)}::jsonb, position = ${position}, opens_at = ${opens},
        opens_after_days = ${section.opens_after_days}
      where client_id = ${clientId} and course_id = ${courseId} and id = ${known ?? 0} returning id`.execute(
      this.#db,
    )
    const row =
      result.rows[0] ??
      (
        await sql<{ id: number }>`
          insert into course_section (client_id, course_id, title, titles, position, opens_at, opens_after_days)
          values (${clientId}, ${courseId}, ${section.title.trim()}, ${titlesOf(section)}::jsonb, ${position}, ${opens}, ${section.opens_after_days})
          returning id`.execute(this.#db)
      ).rows[0]
    const sectionId = (row as { id: number }).id
    this.ids[section.key] = sectionId
    for (const [place, topic] of section.topics.entries()) await this.#topic(topic, sectionId, place)
  }

  async #topic(topic: DraftTopic, sectionId: number, position: number): Promise<void> {
    const { clientId, courseId } = this.#key
    const values = {
      section_id: sectionId,
      title: topic.title.trim(),
      titles: titlesOf(topic),
      free_preview: topic.free_preview,
      position,
    }
    const updated = await this.#db
      .updateTable('course_topic')
      .set(values)
      .where('client_id', '=', clientId)
      .where('course_id', '=', courseId)
      .where('id', '=', this.#known[topic.key] ?? 0)
      .returning('id')
      .executeTakeFirst()
    const row =
      updated ??
      (await this.#db
        .insertInto('course_topic')
        .values({ client_id: clientId, course_id: courseId, ...values })
        .returning('id')
        .executeTakeFirstOrThrow())
    this.ids[topic.key] = row.id
    for (const [place, item] of topic.items.entries()) await this.#item(item, row.id, place)
  }

  async #item(item: DraftItem, topicId: number, position: number): Promise<void> {
    const { clientId, courseId } = this.#key
    const values = {
      topic_id: topicId,
      title: item.title.trim(),
      titles: titlesOf(item),
      minutes: item.minutes,
      position,
    }
    const updated = await this.#db
      .updateTable('course_item')
      .set(values)
      .where('client_id', '=', clientId)
      .where('course_id', '=', courseId)
      .where('id', '=', this.#known[item.key] ?? 0)
      // What became something else is another item.
      .where('type', '=', item.content.type)
      .returning('id')
      .executeTakeFirst()
    const row =
      updated ??
      (await this.#db
        .insertInto('course_item')
        .values({ client_id: clientId, course_id: courseId, type: item.content.type, ...values })
        .returning('id')
        .executeTakeFirstOrThrow())
    this.ids[item.key] = row.id
    await writeContent(this.#db, { clientId, itemId: row.id }, item.content)
  }

  async #requirements(section: DraftSection): Promise<void> {
    const { clientId } = this.#key
    const ids = section.requires.flatMap((key) => this.ids[key] ?? [])
    await sql`
      update course_section set requires = ${ids}::integer[]
      where client_id = ${clientId} and id = ${this.ids[section.key]}`.execute(this.#db)
  }

  async #sweep(sections: readonly DraftSection[]): Promise<void> {
    const { clientId, courseId } = this.#key
    const topics = sections.flatMap((section) => section.topics)
    const kept = {
      course_item: topics.flatMap((topic) => topic.items).map((item) => this.ids[item.key]),
      course_topic: topics.map((topic) => this.ids[topic.key]),
      course_section: sections.map((section) => this.ids[section.key]),
    }
    // Items and topics lose their place only: what learners did there is kept, and there again when they come back.
    await sql`
      update course_item set topic_id = null where client_id = ${clientId} and course_id = ${courseId}
        and topic_id is not null and id <> all(${kept.course_item}::integer[])`.execute(this.#db)
    await sql`
      update course_topic set section_id = null where client_id = ${clientId} and course_id = ${courseId}
        and section_id is not null and id <> all(${kept.course_topic}::integer[])`.execute(this.#db)
    await sql`
      delete from course_section where client_id = ${clientId} and course_id = ${courseId}
        and id <> all(${kept.course_section}::integer[])`.execute(this.#db)
  }
}

/** Ascending, each with a name and each second once. */
const chaptersOf = (chapters: readonly VideoChapter[]): VideoChapter[] =>
  [...new Map(chapters.map(({ title, ...rest }) => [rest.second, { ...rest, title: title.trim() }])).values()]
    .filter(({ title }) => title !== '')
    .toSorted((one, other) => one.second - other.second)

const writeContent = async (
  db: TenantDb,
  key: { clientId: number; itemId: number },
  content: ItemContent,
): Promise<void> => {
  const { clientId, itemId } = key
  if (content.type === 'article') {
    const html = cleanHtml(content.html, 'article')
    const others = Object.entries(content.htmls ?? {}).map(([language, own]) => [
      language,
      cleanHtml(own, 'article'),
    ])
    const htmls = JSON.stringify(Object.fromEntries(others))
    await sql`
      insert into item_article (client_id, item_id, html, htmls) values (${clientId}, ${itemId}, ${html}, ${htmls}::jsonb)
      on conflict (client_id, item_id) do update set html = excluded.html, htmls = excluded.htmls`.execute(db)
  } else if (content.type === 'video') {
    const [sources, captions] = [JSON.stringify(content.sources), JSON.stringify(content.captions)]
    const chapters = content.chapters && JSON.stringify(chaptersOf(content.chapters))
    const questions = storedVideoQuestions(content.questions ?? [])
    // A draft of before chapters were written here says nothing of them: they stay.
    await sql`
      insert into item_video (client_id, item_id, duration_seconds, sources, poster_url, captions, chapters,
        questions, questions_shown)
      values (${clientId}, ${itemId}, ${content.duration_seconds}, ${sources}::jsonb, ${content.poster_url},
        ${captions}::jsonb, coalesce(${chapters ?? null}::jsonb, '[]'), ${JSON.stringify(questions)}::jsonb,
        ${JSON.stringify(seenVideoQuestions(questions))}::jsonb)
      on conflict (client_id, item_id) do update set duration_seconds = excluded.duration_seconds,
        sources = excluded.sources, poster_url = excluded.poster_url, captions = excluded.captions,
        chapters = coalesce(${chapters ?? null}::jsonb, item_video.chapters), questions = excluded.questions,
        questions_shown = excluded.questions_shown`.execute(db)
  } else if (content.type === 'scorm') {
    await sql`
      insert into item_scorm (client_id, item_id, package_url, content)
      values (${clientId}, ${itemId}, ${content.package_url ?? ''}, ${JSON.stringify(content)}::jsonb)
      on conflict (client_id, item_id) do update set package_url = excluded.package_url,
        content = excluded.content`.execute(db)
  } else if (content.type === 'problem') {
    await storeProblem(db, key, authoredProblem.parse(problemOf(content)))
  } else {
    const { pass_percent, attempts_limit, cooldown_minutes, reveal } = content
    await sql`
      insert into item_quiz (client_id, item_id, pass_percent, attempts_limit, cooldown_minutes, reveal)
      values (${clientId}, ${itemId}, ${pass_percent}, ${attempts_limit}, ${cooldown_minutes}, ${reveal})
      on conflict (client_id, item_id) do update set pass_percent = excluded.pass_percent,
        attempts_limit = excluded.attempts_limit, cooldown_minutes = excluded.cooldown_minutes,
        reveal = excluded.reveal`.execute(db)
    const stored = await db
      .selectFrom('quiz_question')
      .select(['id', 'authored'])
      .where('client_id', '=', clientId)
      .where('item_id', '=', itemId)
      .execute()
    const questions = questionsOf(content).map((question) => authoredQuestion.parse(question))
    await storeQuestions(db, key, withKnownIds(questions, stored))
  }
}

/** Whether learners find the course in the catalogue. */
export const setCourseStatus = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  status: 'draft' | 'published',
): Promise<void> => {
  await db
    .updateTable('course')
    .set({ status })
    .where('client_id', '=', clientId)
    .where('id', '=', courseId)
    .execute()
}
