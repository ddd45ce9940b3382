/** Reads what learners see as the document that authors edit. */
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type {
  CourseDocument,
  DraftItem,
  DraftSection,
  DraftTopic,
  ItemContent,
  ScormContent,
} from '#contract/course-builder/draft.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface CourseKey {
  clientId: number
  courseId: number
}
/** Maps a node's key in the document to its id in the tables. Prefixes tell sections, topics and items apart. */
export type LiveIds = Record<string, number>

type Titles = Partial<Record<Language, string>>

interface ItemRow {
  id: number
  topic_id: number
  type: ItemContent['type']
  title: string
  titles: Titles
  minutes: number
  html: string | null
  htmls: Titles | null
  video: Omit<Extract<ItemContent, { type: 'video' }>, 'type'> | null
  quiz: Omit<Extract<ItemContent, { type: 'quiz' }>, 'type'> | null
  problem: Record<string, unknown> | null
  scorm: ScormContent | null
}

const itemRows = async (db: TenantDb, { clientId, courseId }: CourseKey): Promise<ItemRow[]> => {
  const result = await sql<ItemRow>`
    select i.id, i.topic_id, i.type, i.title, i.titles, i.minutes, a.html, a.htmls,
      case when v.item_id is null then null else jsonb_build_object('sources', v.sources, 'poster_url', v.poster_url,
        'captions', v.captions, 'duration_seconds', v.duration_seconds, 'chapters', v.chapters)
        || case when v.questions = '[]' then '{}' else jsonb_build_object('questions', v.questions) end end as video,
      case when q.item_id is null then null else jsonb_build_object('pass_percent', q.pass_percent,
        'attempts_limit', q.attempts_limit, 'cooldown_minutes', q.cooldown_minutes, 'reveal', q.reveal,
        'questions', coalesce((select jsonb_agg(n.authored || jsonb_build_object('id', n.id) order by n.position, n.id)
          from quiz_question n where n.client_id = q.client_id and n.item_id = q.item_id), '[]')) end as quiz,
      p.authored as problem, k.content as scorm
    from course_item i
    left join item_article a on a.client_id = i.client_id and a.item_id = i.id
    left join item_video v on v.client_id = i.client_id and v.item_id = i.id
    left join item_quiz q on q.client_id = i.client_id and q.item_id = i.id
    left join item_problem p on p.client_id = i.client_id and p.item_id = i.id
    left join item_scorm k on k.client_id = i.client_id and k.item_id = i.id
    where i.client_id = ${clientId} and i.course_id = ${courseId}
    order by i.position, i.id`.execute(db)
  return result.rows
}

const contentOf = (row: ItemRow): ItemContent => {
  if (row.type === 'video')
    return {
      type: 'video',
      ...(row.video ?? { sources: [], poster_url: null, captions: [], duration_seconds: 0, chapters: [] }),
    }
  if (row.type === 'quiz' && row.quiz) return { type: 'quiz', ...row.quiz }
  if (row.type === 'scorm' && row.scorm) return row.scorm
  if (row.type === 'problem') return { type: 'problem', problem: row.problem ?? {} }
  return { type: 'article', html: row.html ?? '', ...(row.htmls && { htmls: row.htmls }) }
}

const keyOf = (kind: 's' | 't' | 'i', id: number) => `${kind}${id}`

interface Offer {
  capacity: number | null
  price_minor: number | null
  currency: string | null
}
const NO_OFFER: Offer = { capacity: null, price_minor: null, currency: null }

const courseSettings = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  language: Language,
): Promise<CourseDocument['course'] | null> => {
  const course = await db
    .selectFrom('course')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', courseId)
    .executeTakeFirst()
  if (!course) return null
  const {
    rows: [offer = NO_OFFER],
  } = await sql<Offer>`
    select capacity, price_minor, currency from course_offer
    where client_id = ${clientId} and course_id = ${courseId}`.execute(db)
  const teachers = await sql<{ user_id: number; name: string; bio: string }>`
    select t.user_id, u.full_name as name, t.bio from course_instructor t
    join app_user u on u.client_id = t.client_id and u.id = t.user_id
    where t.client_id = ${clientId} and t.course_id = ${courseId} order by t.position, t.user_id`.execute(db)
  const mainLanguage = course.language ?? language
  return {
    language: mainLanguage,
    texts: {
      ...course.texts,
      [mainLanguage]: {
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
    price_minor: offer.price_minor,
    currency: offer.currency,
    seats: offer.capacity,
    cover_url: course.cover,
    cover_alt: course.cover_alt,
    instructors: teachers.rows,
  }
}

/** Null for an unknown course. */
export const readDocument = async (
  db: TenantDb,
  key: CourseKey,
  language: Language,
): Promise<{ document: CourseDocument; liveIds: LiveIds } | null> => {
  const { clientId, courseId } = key
  const course = await courseSettings(db, key, language)
  if (!course) return null
  const sections = await sql<{
    id: number
    title: string
    titles: Titles
    opens_at: Date | null
    opens_after_days: number | null
    requires: number[]
  }>`
    select id, title, titles, opens_at, opens_after_days, requires from course_section
    where client_id = ${clientId} and course_id = ${courseId} order by position, id`.execute(db)
  const topics = await db
    .selectFrom('course_topic')
    .select(['id', 'section_id', 'title', 'titles', 'free_preview'])
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const items = await itemRows(db, key)

  const draftItem = (row: ItemRow): DraftItem => ({
    key: keyOf('i', row.id),
    title: row.title,
    titles: row.titles,
    minutes: row.minutes,
    content: contentOf(row),
  })
  const draftTopic = (row: (typeof topics)[number]): DraftTopic => ({
    key: keyOf('t', row.id),
    title: row.title,
    titles: row.titles,
    free_preview: row.free_preview,
    items: items.filter((item) => item.topic_id === row.id).map(draftItem),
  })
  const document: CourseDocument = {
    course,
    sections: sections.rows.map((row): DraftSection => ({
      key: keyOf('s', row.id),
      title: row.title,
      titles: row.titles,
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

/** Whether learners can see the course, and the topic in it if one is given. */
export const isLive = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  topicId: number | null,
): Promise<boolean> => {
  const { rows } = await sql<{ live: boolean }>`
    select exists (
      select 1 from course c where c.client_id = ${clientId} and c.id = ${courseId} and c.status = 'published'
        and (${topicId}::integer is null or exists (
          select 1 from course_topic t where t.client_id = c.client_id and t.course_id = c.id
            and t.id = ${topicId}::integer and t.section_id is not null))) as live`.execute(db)
  return rows[0]?.live ?? false
}
