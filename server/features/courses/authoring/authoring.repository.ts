/**
 * Publishes the document that authors wrote. Kept nodes keep their ids, and so learners' progress; removed nodes
 * leave the tables.
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
import type { Language } from '#contract/languages.ts'
import { authoredProblem } from '#contract/problems/problems.ts'
import { authoredQuestion } from '#contract/courses/quiz.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { cleanHtmlInWorker } from '#server/core/security/clean-in-worker.ts'
import type { CourseKey, LiveIds } from './authoring-read.repository.ts'
import { shownVideoQuestions, storedVideoQuestions } from '../learning/video/video-questions.ts'
import { itemAddress, withItemLinks, type ArticleContent } from './item-links.ts'
import { storeProblem } from './problem-content.ts'
import type { VideoChapter } from '../courses.tables.ts'
import { withKnownIds } from './question-match.ts'
import { storeQuestions } from '../learning/quiz/quiz.repository.ts'

const listOrNull = (texts: readonly string[]) => {
  const nonEmpty = texts.map((text) => text.trim()).filter(Boolean)
  return nonEmpty.length > 0 ? nonEmpty : null
}

/** Runs in the caller's transaction: readers see the old course or the new one, never a mix. */
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

/** Texts in other languages; empty languages are left out. */
const translations = ({ language, texts }: CourseDocument['course']) =>
  Object.fromEntries(
    Object.entries(texts).filter(
      ([code, text]) =>
        code !== language &&
        [text.title, text.description, ...text.objectives, ...text.features, ...text.requirements].some(
          (line) => line.trim() !== '',
        ),
    ),
  )
const titlesOf = ({ titles }: { titles: Partial<Record<Language, string>> }): string =>
  JSON.stringify(Object.fromEntries(Object.entries(titles).filter(([, title]) => title.trim() !== '')))

type CourseTexts = NonNullable<CourseDocument['course']['texts'][Language]>

const writeCourse = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  { course }: CourseDocument,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('course')
    .set({
      ...mainTexts(course),
      tags: listOrNull(course.tags),
      difficulty: course.difficulty,
      price: course.price,
      cover: course.cover_url,
      cover_alt: course.cover_alt?.trim() ?? '',
      language: course.language,
      texts: JSON.stringify(translations(course)),
      status: 'published',
      updated_at: now,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', courseId)
    .execute()
  await writeOffer(db, { clientId, courseId }, course)
}

const NO_TEXTS: CourseTexts = { title: '', description: '', objectives: [], features: [], requirements: [] }

const mainTexts = (course: CourseDocument['course']) => {
  const texts = course.texts[course.language] ?? NO_TEXTS
  return {
    title: texts.title.trim(),
    description: texts.description.trim() || null,
    objectives: listOrNull(texts.objectives),
    features: listOrNull(texts.features),
    requirements: listOrNull(texts.requirements),
  }
}

const writeOffer = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  course: CourseDocument['course'],
): Promise<void> => {
  const price = course.price === 'premium' ? course.price_minor : null
  const currency = price === null ? null : course.currency
  // A booking amount above the new price makes no sense, so the full price applies.
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
  // People who left the tenant or became learners are no longer instructors.
  const staff = await sql<{ id: number }>`
    select id from app_user where client_id = ${clientId} and id = any(${ids}::integer[]) and role <> 'student'`.execute(
    db,
  )
  const staffIds = new Set(staff.rows.map((row) => row.id))
  const rows = course.instructors
    .filter((person, index) => staffIds.has(person.user_id) && ids.indexOf(person.user_id) === index)
    .map((person, position) => ({
      client_id: clientId,
      course_id: courseId,
      user_id: person.user_id,
      position,
      bio: person.bio,
    }))
  if (rows.length > 0) await db.insertInto('course_instructor').values(rows).execute()
}

/** Walks the outline once, updating known nodes and adding new ones. */
class OutlineWriter {
  readonly ids: LiveIds = {}
  readonly #db: TenantDb
  readonly #key: CourseKey
  readonly #known: LiveIds
  /** Written last, because their links need the ids of all items. */
  readonly #articles: { itemId: number; content: ArticleContent }[] = []
  readonly #addresses = new Map<string, string>()

  constructor(db: TenantDb, key: CourseKey, known: LiveIds) {
    this.#db = db
    this.#key = key
    this.#known = known
  }

  async write(sections: readonly DraftSection[]): Promise<void> {
    for (const [position, section] of sections.entries()) await this.#section(section, position)
    for (const { itemId, content } of this.#articles)
      await writeArticle(
        this.#db,
        { clientId: this.#key.clientId, itemId },
        withItemLinks(content, (key) => this.#addresses.get(key) ?? null),
      )
    for (const section of sections) await this.#requirements(section)
    await this.#sweep(sections)
  }

  async #section(section: DraftSection, position: number): Promise<void> {
    const { clientId, courseId } = this.#key
    const opensAt = section.opens_at === null ? null : new Date(section.opens_at)
    const known = this.#known[section.key]
    const result = await sql<{ id: number }>`
      update course_section set title = ${section.title.trim()}, titles = ${titlesOf(section)}::jsonb, position = ${position}, opens_at = ${opensAt},
        opens_after_days = ${section.opens_after_days}
      where client_id = ${clientId} and course_id = ${courseId} and id = ${known ?? 0} returning id`.execute(
      this.#db,
    )
    const row =
      result.rows[0] ??
      (
        await sql<{ id: number }>`
          insert into course_section (client_id, course_id, title, titles, position, opens_at, opens_after_days)
          values (${clientId}, ${courseId}, ${section.title.trim()}, ${titlesOf(section)}::jsonb, ${position}, ${opensAt}, ${section.opens_after_days})
          returning id`.execute(this.#db)
      ).rows[0]
    const sectionId = (row as { id: number }).id
    this.ids[section.key] = sectionId
    for (const [index, topic] of section.topics.entries()) await this.#topic(topic, sectionId, index)
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
    for (const [index, item] of topic.items.entries()) await this.#item(item, row.id, index)
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
      // An item of another type is a new item.
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
    this.#addresses.set(item.key, itemAddress({ courseId, topicId, itemId: row.id }))
    const { content } = item
    if (content.type === 'article') this.#articles.push({ itemId: row.id, content })
    else await writeContent(this.#db, { clientId, itemId: row.id }, content)
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
    const keptIds = {
      course_item: topics.flatMap((topic) => topic.items).map((item) => this.ids[item.key]),
      course_topic: topics.map((topic) => this.ids[topic.key]),
      course_section: sections.map((section) => this.ids[section.key]),
    }
    // Items and topics are only detached: learners' work in them is kept and returns with them.
    await sql`
      update course_item set topic_id = null where client_id = ${clientId} and course_id = ${courseId}
        and topic_id is not null and id <> all(${keptIds.course_item}::integer[])`.execute(this.#db)
    await sql`
      update course_topic set section_id = null where client_id = ${clientId} and course_id = ${courseId}
        and section_id is not null and id <> all(${keptIds.course_topic}::integer[])`.execute(this.#db)
    await sql`
      delete from course_section where client_id = ${clientId} and course_id = ${courseId}
        and id <> all(${keptIds.course_section}::integer[])`.execute(this.#db)
  }
}

/** Ascending; drops untitled chapters and repeated seconds. */
const chaptersOf = (chapters: readonly VideoChapter[]): VideoChapter[] =>
  [...new Map(chapters.map(({ title, ...rest }) => [rest.second, { ...rest, title: title.trim() }])).values()]
    .filter(({ title }) => title !== '')
    .toSorted((a, b) => a.second - b.second)

const writeArticle = async (
  db: TenantDb,
  { clientId, itemId }: { clientId: number; itemId: number },
  content: ArticleContent,
): Promise<void> => {
  const html = await cleanHtmlInWorker(content.html, 'article')
  const translations: [string, string][] = []
  for (const [language, translation] of Object.entries(content.htmls ?? {}))
    translations.push([language, await cleanHtmlInWorker(translation, 'article')])
  const htmls = JSON.stringify(Object.fromEntries(translations))
  await sql`
    insert into item_article (client_id, item_id, html, htmls) values (${clientId}, ${itemId}, ${html}, ${htmls}::jsonb)
    on conflict (client_id, item_id) do update set html = excluded.html, htmls = excluded.htmls`.execute(db)
}

const writeContent = async (
  db: TenantDb,
  key: { clientId: number; itemId: number },
  content: Exclude<ItemContent, { type: 'article' }>,
): Promise<void> => {
  const { clientId, itemId } = key
  if (content.type === 'video') {
    const [sources, captions] = [JSON.stringify(content.sources), JSON.stringify(content.captions)]
    const chapters = content.chapters && JSON.stringify(chaptersOf(content.chapters))
    const questions = storedVideoQuestions(content.questions ?? [])
    // An old draft without the field keeps the existing chapters.
    await sql`
      insert into item_video (client_id, item_id, duration_seconds, sources, poster_url, captions, chapters,
        questions, questions_shown)
      values (${clientId}, ${itemId}, ${content.duration_seconds}, ${sources}::jsonb, ${content.poster_url},
        ${captions}::jsonb, coalesce(${chapters ?? null}::jsonb, '[]'), ${JSON.stringify(questions)}::jsonb,
        ${JSON.stringify(shownVideoQuestions(questions))}::jsonb)
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

/** Shows or hides the course in the catalogue. */
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
