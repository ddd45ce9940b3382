/**
 * Between the tables that learners read and the document that authors write. Writing keeps the ids of what stays, so
 * progress is kept; what is gone from the document goes from the tables.
 */
import { sql } from 'kysely'
import { isLanguage, type Language } from '#contract/common.ts'
import {
  problemOf,
  questionsOf,
  type CourseDocument,
  type DraftItem,
  type DraftSection,
  type DraftTopic,
  type ItemContent,
} from '#contract/course-draft.ts'
import { authoredProblem } from '#contract/problems.ts'
import { authoredQuestion } from '#contract/quiz.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { storeProblem } from './problem-content.ts'
import { storeQuestions } from './quiz.repository.ts'

export interface CourseKey {
  clientId: number
  courseId: number
}
/** Key of a node in the document to its id in the tables; sections, topics and items apart. */
export type LiveIds = Record<string, number>

const list = (texts: readonly string[]) => {
  const kept = texts.map((text) => text.trim()).filter(Boolean)
  return kept.length > 0 ? kept : null
}

/* ---- reading ---- */

interface ItemRow {
  id: number
  topic_id: number
  type: ItemContent['type']
  title: string
  minutes: number
  html: string | null
  video: Omit<Extract<ItemContent, { type: 'video' }>, 'type'> | null
  quiz: Omit<Extract<ItemContent, { type: 'quiz' }>, 'type'> | null
  problem: Record<string, unknown> | null
}

const itemRows = async (db: TenantDb, { clientId, courseId }: CourseKey): Promise<ItemRow[]> => {
  const result = await sql<ItemRow>`
    select i.id, i.topic_id, i.type, i.title, i.minutes, a.html,
      case when v.item_id is null then null else jsonb_build_object('sources', v.sources, 'poster_url', v.poster_url,
        'captions', v.captions, 'duration_seconds', v.duration_seconds) end as video,
      case when q.item_id is null then null else jsonb_build_object('pass_percent', q.pass_percent,
        'attempts_limit', q.attempts_limit, 'cooldown_minutes', q.cooldown_minutes, 'reveal', q.reveal,
        'questions', coalesce((select jsonb_agg(n.authored || jsonb_build_object('id', n.id) order by n.position, n.id)
          from quiz_question n where n.client_id = q.client_id and n.item_id = q.item_id), '[]')) end as quiz,
      p.authored as problem
    from course_item i
    left join item_article a on a.client_id = i.client_id and a.item_id = i.id
    left join item_video v on v.client_id = i.client_id and v.item_id = i.id
    left join item_quiz q on q.client_id = i.client_id and q.item_id = i.id
    left join item_problem p on p.client_id = i.client_id and p.item_id = i.id
    where i.client_id = ${clientId} and i.course_id = ${courseId}
    order by i.position, i.id`.execute(db)
  return result.rows
}

const contentOf = (row: ItemRow): ItemContent => {
  if (row.type === 'video')
    return {
      type: 'video',
      ...(row.video ?? { sources: [], poster_url: null, captions: [], duration_seconds: 0 }),
    }
  if (row.type === 'quiz' && row.quiz) return { type: 'quiz', ...row.quiz }
  if (row.type === 'problem') return { type: 'problem', problem: row.problem ?? {} }
  return { type: 'article', html: row.html ?? '' }
}

const keyOf = (kind: 's' | 't' | 'i', id: number) => `${kind}${id}`

/** What learners see as a document; null for a course that is not there. */
export const readDocument = async (
  db: TenantDb,
  key: CourseKey,
  language: Language,
): Promise<{ document: CourseDocument; liveIds: LiveIds } | null> => {
  const { clientId, courseId } = key
  const course = await db
    .selectFrom('course')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', courseId)
    .executeTakeFirst()
  if (!course) return null
  const offer = await sql<{ capacity: number | null; price_minor: number | null; currency: string | null }>`
    select capacity, price_minor, currency from course_offer
    where client_id = ${clientId} and course_id = ${courseId}`.execute(db)
  const teachers = await sql<{ user_id: number; name: string; bio: string }>`
    select t.user_id, u.full_name as name, t.bio from course_instructor t
    join app_user u on u.client_id = t.client_id and u.id = t.user_id
    where t.client_id = ${clientId} and t.course_id = ${courseId} order by t.position, t.user_id`.execute(db)
  const sections = await sql<{
    id: number
    title: string
    opens_at: Date | null
    opens_after_days: number | null
    requires: number[]
  }>`
    select id, title, opens_at, opens_after_days, requires from course_section
    where client_id = ${clientId} and course_id = ${courseId} order by position, id`.execute(db)
  const topics = await db
    .selectFrom('course_topic')
    .select(['id', 'section_id', 'title', 'free_preview'])
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const items = await itemRows(db, key)

  const draftItem = (row: ItemRow): DraftItem => ({
    key: keyOf('i', row.id),
    title: row.title,
    titles: {},
    minutes: row.minutes,
    content: contentOf(row),
  })
  const draftTopic = (row: (typeof topics)[number]): DraftTopic => ({
    key: keyOf('t', row.id),
    title: row.title,
    titles: {},
    free_preview: row.free_preview,
    items: items.filter((item) => item.topic_id === row.id).map(draftItem),
  })
  const document: CourseDocument = {
    course: {
      language,
      texts: {
        [language]: {
          title: course.title,
          description: course.description ?? '',
          objectives: course.objectives ?? [],
          features: course.features ?? [],
          requirements: course.requirements ?? [],
        },
      },
      difficulty: course.difficulty,
      tags: course.tags ?? [],
      price: course.price,
      price_minor: offer.rows[0]?.price_minor ?? null,
      currency: offer.rows[0]?.currency ?? null,
      seats: offer.rows[0]?.capacity ?? null,
      cover_url: course.cover,
      instructors: teachers.rows,
    },
    sections: sections.rows.map((row): DraftSection => ({
      key: keyOf('s', row.id),
      title: row.title,
      titles: {},
      opens_at: row.opens_at?.toISOString() ?? null,
      opens_after_days: row.opens_after_days,
      requires: row.requires.map((id) => keyOf('s', id)),
      topics: topics.filter((topic) => topic.section_id === row.id).map(draftTopic),
    })),
  }
  const liveIds: LiveIds = {}
  for (const section of sections.rows) liveIds[keyOf('s', section.id)] = section.id
  for (const topic of topics) liveIds[keyOf('t', topic.id)] = topic.id
  for (const item of items) liveIds[keyOf('i', item.id)] = item.id
  return { document, liveIds }
}

/** The language a course is taken to be written in: that of its letters. */
export const languageOf = (title: string, fallback: string): Language => {
  if (/\p{Script=Devanagari}/u.test(title)) return 'hi'
  if (/\p{Script=Arabic}/u.test(title)) return 'ar'
  return /[a-z]/i.test(title) || !isLanguage(fallback) ? 'en' : fallback
}

/* ---- writing ---- */

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
      update course_section set title = ${section.title.trim()}, position = ${position}, opens_at = ${opens},
        opens_after_days = ${section.opens_after_days}
      where client_id = ${clientId} and course_id = ${courseId} and id = ${known ?? 0} returning id`.execute(
      this.#db,
    )
    const row =
      result.rows[0] ??
      (
        await sql<{ id: number }>`
          insert into course_section (client_id, course_id, title, position, opens_at, opens_after_days)
          values (${clientId}, ${courseId}, ${section.title.trim()}, ${position}, ${opens}, ${section.opens_after_days})
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
    const values = { topic_id: topicId, title: item.title.trim(), minutes: item.minutes, position }
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
    for (const [table, ids] of Object.entries(kept))
      await sql`
        delete from ${sql.table(table)} where client_id = ${clientId} and course_id = ${courseId}
          and id <> all(${ids}::integer[])`.execute(this.#db)
  }
}

const writeContent = async (
  db: TenantDb,
  key: { clientId: number; itemId: number },
  content: ItemContent,
): Promise<void> => {
  const { clientId, itemId } = key
  if (content.type === 'article') {
    const html = cleanHtml(content.html, 'article')
    await sql`
      insert into item_article (client_id, item_id, html) values (${clientId}, ${itemId}, ${html})
      on conflict (client_id, item_id) do update set html = excluded.html`.execute(db)
  } else if (content.type === 'video') {
    const [sources, captions] = [JSON.stringify(content.sources), JSON.stringify(content.captions)]
    // Chapters are not edited here and stay.
    await sql`
      insert into item_video (client_id, item_id, duration_seconds, sources, poster_url, captions)
      values (${clientId}, ${itemId}, ${content.duration_seconds}, ${sources}::jsonb, ${content.poster_url}, ${captions}::jsonb)
      on conflict (client_id, item_id) do update set duration_seconds = excluded.duration_seconds,
        sources = excluded.sources, poster_url = excluded.poster_url, captions = excluded.captions`.execute(
      db,
    )
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
    await storeQuestions(
      db,
      key,
      questionsOf(content).map((question) => authoredQuestion.parse(question)),
    )
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
