import { GROUP_COUNT_MAX, type LessonHit } from '#contract/search/search.ts'
import type { Query } from '#server/core/db/query.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { folded, LAST_CODE_POINT } from '#server/core/text/search-text.ts'
import { isStaff } from '../courses.policy.ts'

interface LessonSearch {
  /** Folded words, at least one. */
  readonly words: readonly string[]
  readonly limit: number
}
interface LessonRow {
  topic_id: number
  course_id: number
  course_title: string
  title: string
  /** Titles of the lesson's activities. */
  activities: string[]
  /** All matches, up to the bound. */
  matches: number
}

const inLanguage = (table: string, titles = `${table}.titles ->> $4`) =>
  `coalesce(nullif(trim(${titles}), ''), ${table}.title)`

/** Lessons with a word that starts with each term, of any language of the title (lesson_word). */
const namedLessons = (values: unknown[], words: readonly string[]) =>
  words
    .map((word) => {
      values.push(word, word + LAST_CODE_POINT)
      return `select w.course_id, w.topic_id from lesson_word w
        where w.client_id = $1 and w.word >= $${values.length - 1} and w.word < $${values.length}`
    })
    .join(' intersect ')

/** Of published courses: lessons of those that the person learns, and free previews of the others. Staff find all. */
const lessonsQuery = (scope: MemberScope, { words, limit }: LessonSearch): Query => {
  const { userId, role } = scope.actor
  const values: unknown[] = [scope.tenant.clientId, userId, isStaff(role), languageFor(scope)]
  // Materialized sets are joined by hash: a common word names thousands of lessons, and a lookup for each takes too long.
  const text = `
    with named as materialized (${namedLessons(values, words)}),
    published as materialized (select id from course where client_id = $1 and status = 'published'),
    enrolled as materialized (
      select course_id from enrolment where client_id = $1 and user_id = $2 and left_at is null),
    previews as materialized (select id from course_topic where client_id = $1 and free_preview),
    visible as materialized (
      select named.topic_id as id, named.course_id, named.course_id in (select course_id from enrolled) as is_enrolled
      from named
      where named.course_id in (select id from published)
        and ($3::boolean or named.course_id in (select course_id from enrolled)
          or named.topic_id in (select id from previews))
      limit ${GROUP_COUNT_MAX}),
    shown as materialized (
      select t.id, t.course_id, t.title, t.titles, best.is_enrolled
      from (select * from visible order by is_enrolled desc, course_id, id limit ${Math.trunc(limit)}) best
      cross join lateral (select * from course_topic t
        where t.client_id = $1 and t.course_id = best.course_id and t.id = best.id offset 0) t)
    select s.id as topic_id, s.course_id, ${inLanguage('s')} as title,
      (select ${inLanguage('c', "c.texts -> $4 ->> 'title'")} from course c
        where c.client_id = $1 and c.id = s.course_id) as course_title,
      array(select ${inLanguage('i')} from course_item i
        where i.client_id = $1 and i.course_id = s.course_id and i.topic_id = s.id
        order by i.position, i.id) as activities,
      (select count(*)::int from visible) as matches
    from shown s order by s.is_enrolled desc, s.course_id, s.id`
  return { text, values }
}

/** Lessons whose title, or the title of one of their activities, has all words. */
export const findLessons = async (
  scope: MemberScope,
  search: LessonSearch,
): Promise<{ count: number; results: LessonHit[] }> => {
  const [rows] = (await scope.read(lessonsQuery(scope, search))) as [LessonRow[]]
  return { count: rows[0]?.matches ?? 0, results: rows.map((row) => toHit(row, search.words)) }
}

const toHit = (row: LessonRow, words: readonly string[]): LessonHit => {
  const hasSome = (title: string) => words.some((word) => folded(title).includes(word))
  return {
    course_id: row.course_id,
    course_title: row.course_title,
    topic_id: row.topic_id,
    title: row.title,
    activity: hasSome(row.title) ? null : (row.activities.find(hasSome) ?? null),
  }
}
