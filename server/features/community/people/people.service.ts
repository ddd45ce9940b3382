import { sql } from 'kysely'
import { PEOPLE_SUGGESTED, type suggestPeople } from '#contract/community/people.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { LAST_CODE_POINT } from '#server/core/text/search-text.ts'
import { viewerOf } from '../community.context.ts'
import type { AuthorRow } from '../threads/threads.read.ts'

/** Further search terms are ignored. */
const TERMS_MAX = 4
/** Limits a prefix that matches many people. */
const CANDIDATES_MAX = 500

/** Search terms in the form in which name words are stored. */
const termsOf = async (db: TenantDb, search: string): Promise<string[]> => {
  const rows = await sql<{ word: string }>`select word from forum_name_words(${search}) word`.execute(db)
  return rows.rows.map(({ word }) => word).slice(0, TERMS_MAX)
}

/** Ids of users with a word that starts with each term. */
const candidates = (clientId: number, terms: readonly string[]) => {
  const sets = terms.map(
    (term) => sql`select distinct w.user_id from forum_person_word w
      where w.client_id = ${clientId} and w.word >= ${term} and w.word < ${term + LAST_CODE_POINT}`,
  )
  return sets.length === 1 ? sql`${sets[0]} limit ${CANDIDATES_MAX}` : sql.join(sets, sql` intersect `)
}

/** Suggests users to mention after an @; without a search term the writers of the thread. */
export const peopleFor = (scope: MemberScope, query: QueryOf<typeof suggestPeople>) =>
  scope.tx(async (db) => {
    const { clientId, userId } = viewerOf(scope)
    const terms = await termsOf(db, query.search ?? '')
    // Only characters that occur in no name, for example a single dot.
    if (terms.length === 0 && (query.search ?? '').trim() !== '') return { results: [] }
    const writers = sql`
      select unnest(t.participant_ids) from forum_thread t
      where t.client_id = ${clientId} and t.id = ${query.thread ?? 0} and t.deleted_at is null`
    const rows = await sql<AuthorRow>`
      select u.username as user_name, u.full_name as name, u.profile_picture as profile_pic_url
      from app_user u
      where u.client_id = ${clientId} and u.id <> ${userId} and u.disabled_at is null
        and u.id = any (array(${terms.length === 0 ? writers : candidates(clientId, terms)}))
      order by (u.id = any (array(${writers}))) desc, u.full_name, u.id
      limit ${PEOPLE_SUGGESTED}`.execute(db)
    return { results: rows.rows }
  })
