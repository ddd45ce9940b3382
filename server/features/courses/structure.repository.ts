import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { CourseTexts } from '#contract/course-builder/draft.ts'
import { titleIn, type Wanted } from '#contract/courses/language.ts'
import type { ContentType, CourseSummary } from '#contract/courses/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Outline, SectionNode } from './progress.ts'

export interface CourseRow {
  id: number
  title: string
  /** The main language, where its author set it. */
  language: Language | null
  texts: Partial<Record<Language, CourseTexts>>
  cover_alt: string
  description: string | null
  objectives: string[] | null
  features: string[] | null
  requirements: string[] | null
  tags: string[] | null
  difficulty: CourseSummary['difficulty']
  price: CourseSummary['price']
  status: 'draft' | 'published'
  cover: string | null
  duration_minutes: number
  lessons: number
  items: number
  types: ContentType[]
  students: number
  rating: number
  ratings: number
  instructor: string
  created_at: Date
  /** Null for unlimited seats. */
  capacity: number | null
  /** Confirmed, held and offered seats at the time of the query. */
  seats_taken: number
  opens_at: Date | null
}

/** The specification calls a problem item "problems" (spec 2). */
const contentTypeOf = sql.raw(`case i.type when 'problem' then 'problems' else i.type end`)

const courseColumns = (now: Date) => sql`
  c.id, c.title, c.description, c.objectives, c.features, c.requirements, c.tags, c.difficulty, c.price, c.status,
  c.cover, c.cover_alt, c.language, c.texts,
  coalesce(c.duration_minutes, (
    select coalesce(sum(i.minutes), 0) from course_item i
    where i.client_id = c.client_id and i.course_id = c.id and i.topic_id is not null))::integer as duration_minutes,
  (select count(*) from course_topic t where t.client_id = c.client_id and t.course_id = c.id
    and t.section_id is not null)::integer as lessons,
  (select count(*) from course_item i where i.client_id = c.client_id and i.course_id = c.id
    and i.topic_id is not null)::integer as items,
  array(select distinct ${contentTypeOf} from course_item i
    where i.client_id = c.client_id and i.course_id = c.id and i.topic_id is not null order by 1) as types,
  (select count(*) from enrolment e
    where e.client_id = c.client_id and e.course_id = c.id and e.left_at is null)::integer as students,
  coalesce((select round(avg(r.stars), 1) from course_rating r
    where r.client_id = c.client_id and r.course_id = c.id), 0)::float8 as rating,
  (select count(*) from course_rating r
    where r.client_id = c.client_id and r.course_id = c.id)::integer as ratings,
  c.created_at, o.capacity, o.opens_at,
  (select count(*) from course_seat s where s.client_id = c.client_id and s.course_id = c.id
    and (s.state = 'confirmed' or s.until > ${now}))::integer as seats_taken,
  coalesce((select u.full_name from course_instructor ci
    join app_user u on u.client_id = ci.client_id and u.id = ci.user_id
    where ci.client_id = c.client_id and ci.course_id = c.id
    order by ci.position, ci.user_id limit 1), '') as instructor`

/** Published courses in the tenant's order. */
export const publishedCourses = async (db: TenantDb, clientId: number, now: Date): Promise<CourseRow[]> => {
  const result = await sql<CourseRow>`
    select ${courseColumns(now)} from course c
    left join course_offer o on o.client_id = c.client_id and o.course_id = c.id
    where c.client_id = ${clientId} and c.status = 'published'
    order by c.position, c.id`.execute(db)
  return result.rows
}

export const courseById = async (
  db: TenantDb,
  clientId: number,
  courseId: number,
  now: Date,
): Promise<CourseRow | undefined> => {
  const result = await sql<CourseRow>`
    select ${courseColumns(now)} from course c
    left join course_offer o on o.client_id = c.client_id and o.course_id = c.id
    where c.client_id = ${clientId} and c.id = ${courseId}`.execute(db)
  return result.rows[0]
}

export interface InstructorRow {
  id: number
  name: string
  picture: string | null
  bio: string
}

export const instructorsOf = (db: TenantDb, clientId: number, courseId: number): Promise<InstructorRow[]> =>
  db
    .selectFrom('course_instructor as ci')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.client_id', '=', 'ci.client_id').onRef('u.id', '=', 'ci.user_id'),
    )
    .select(['u.id', 'u.full_name as name', 'u.profile_picture as picture', 'ci.bio'])
    .where('ci.client_id', '=', clientId)
    .where('ci.course_id', '=', courseId)
    .orderBy('ci.position')
    .orderBy('ci.user_id')
    .execute()

type Titles = Partial<Record<Language, string>>
interface OutlineRow {
  section_id: number
  section_title: string
  section_titles: Titles
  opens_at: Date | null
  opens_after_days: number | null
  requires: number[]
  topic_id: number | null
  topic_title: string
  topic_titles: Titles
  free_preview: boolean
  item_id: number | null
  type: ContentType
  item_title: string
  item_titles: Titles
  minutes: number
}

/** Sections, topics and items in learning order; in the course's main language unless another one is requested. */
export const outlineOf = async (
  db: TenantDb,
  clientId: number,
  courseId: number,
  languageChoice: Wanted | null = null,
): Promise<Outline> => {
  const result = await sql<OutlineRow>`
    select s.id as section_id, s.title as section_title, s.titles as section_titles, s.opens_at, s.opens_after_days, s.requires, t.id as topic_id, t.title as topic_title, t.titles as topic_titles,
      t.free_preview, i.id as item_id, ${contentTypeOf} as type, i.title as item_title, i.titles as item_titles, i.minutes
    from course_section s
    left join course_topic t on t.client_id = s.client_id and t.course_id = s.course_id and t.section_id = s.id
    left join course_item i on i.client_id = t.client_id and i.course_id = t.course_id and i.topic_id = t.id
    where s.client_id = ${clientId} and s.course_id = ${courseId}
    order by s.position, s.id, t.position, t.id, i.position, i.id`.execute(db)
  return toOutline(result.rows, languageChoice)
}

const toOutline = (rows: readonly OutlineRow[], languageChoice: Wanted | null): Outline => {
  type TitleFields = { title: string; language?: Language }
  type Item = TitleFields & { id: number; type: ContentType; minutes: number }
  type Topic = TitleFields & { id: number; freePreview: boolean; items: Item[] }
  const titleFields = (title: string, titles: Titles): TitleFields =>
    languageChoice ? titleIn({ title, titles }, languageChoice) : { title }
  const sections: (Omit<SectionNode, 'topics'> & { topics: Topic[] })[] = []
  for (const row of rows) {
    let section = sections.at(-1)
    if (section?.id !== row.section_id) {
      section = {
        id: row.section_id,
        ...titleFields(row.section_title, row.section_titles),
        opensAt: row.opens_at,
        opensAfterDays: row.opens_after_days,
        requires: row.requires,
        topics: [],
      }
      sections.push(section)
    }
    if (row.topic_id === null) continue
    let topic = section.topics.at(-1)
    if (topic?.id !== row.topic_id) {
      topic = {
        id: row.topic_id,
        ...titleFields(row.topic_title, row.topic_titles),
        freePreview: row.free_preview,
        items: [],
      }
      section.topics.push(topic)
    }
    if (row.item_id !== null)
      topic.items.push({
        id: row.item_id,
        type: row.type,
        ...titleFields(row.item_title, row.item_titles),
        minutes: row.minutes,
      })
  }
  return sections
}
