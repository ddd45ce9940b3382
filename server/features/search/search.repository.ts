import { GROUP_COUNT_MAX, type PersonHit } from '#contract/search/search.ts'
import type { Query } from '#server/core/db/query.ts'
import { LAST_CODE_POINT } from '#server/core/text/search-text.ts'

/** Which parts of the product this client uses. */
export interface Features {
  hasCourses: boolean
  hasForum: boolean
}

export interface PersonRow extends PersonHit {
  id: number
  /** All matches, up to the bound, and those among them who teach. */
  matches: number
  teachers: number
}

/** Somebody who teaches a published course has a page that everybody may read. */
const TEACHES = `exists (select from course_instructor ci
  join course c on c.client_id = ci.client_id and c.id = ci.course_id and c.status = 'published'
  where ci.client_id = $1 and ci.user_id = u.id)`
/** A learner who appears on leaderboards with a nickname or not at all is not found by name either; staff always are. */
const IS_PUBLIC = `(u.role <> 'student' or not exists (select from leaderboard_choice v
  where v.client_id = $1 and v.user_id = u.id and v.visibility <> 'shown'))`
const PERSON = `u.id, u.username as user_name, u.full_name as name, u.profile_picture as profile_pic_url,
  case when ${TEACHES} then u.id end as instructor_id`

interface PeopleSearch {
  readonly clientId: number
  /** Folded words, at least one. */
  readonly words: readonly string[]
  readonly limit: number
}

/** People with a word in their name or user name that starts with each term (forum_person_word), teachers first. */
export const peopleQuery = ({ clientId, words, limit }: PeopleSearch): Query => {
  const values: unknown[] = [clientId]
  const named = words.map((word) => {
    values.push(word, word + LAST_CODE_POINT)
    return `select w.user_id from forum_person_word w
      where w.client_id = $1 and w.word >= $${values.length - 1} and w.word < $${values.length}`
  })
  const text = `
    with named as materialized (${named.join(' intersect ')}),
    visible as materialized (
      select ${PERSON} from named
      cross join lateral (select * from app_user u
        where u.client_id = $1 and u.id = named.user_id and u.disabled_at is null offset 0) u
      where ${IS_PUBLIC}
      limit ${GROUP_COUNT_MAX})
    select visible.*, (select count(*)::int from visible) as matches,
      (select count(instructor_id)::int from visible) as teachers from visible
    order by instructor_id is null, name, id limit ${Math.trunc(limit)}`
  return { text, values }
}

/** The person of this user name, as the forum shows authors: also one who is not found by name. */
export const authorQuery = (clientId: number, userName: string): Query => ({
  name: 'search-author',
  text: `select ${PERSON} from app_user u
    where u.client_id = $1 and u.username_key = $2 and u.disabled_at is null`,
  values: [clientId, userName.normalize('NFC').toLowerCase()],
})
