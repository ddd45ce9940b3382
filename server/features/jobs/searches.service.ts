import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { SAVED_SEARCHES_MAX, type putJobSearch, type SavedSearch } from '#contract/jobs/jobs.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { JobsContext } from './board.cache.ts'
import { searchBoard, type Searcher } from './board-search.ts'
import { removeSearch, searchesOf, writeSearch, type PersonKey, type SearchRow } from './people.repository.ts'

const keyOf = ({ tenant, actor }: MemberScope): PersonKey => ({
  clientId: tenant.clientId,
  userId: actor.userId,
})

const toSearch = async (context: JobsContext, scope: MemberScope, row: SearchRow): Promise<SavedSearch> => {
  const board = await context.cache.board(scope)
  const searcher: Searcher = {
    now: scope.clock.now().getTime(),
    saved: new Set(),
    verdicts: [],
    found: await context.cache.idsOf(scope, row.filters),
  }
  const found = searchBoard(board, row.filters, searcher, 'newest')
  return {
    id: row.id,
    filters: row.filters,
    has_alerts: row.has_alerts,
    count: found.length,
    fresh: found.filter(({ openFrom }) => openFrom > row.seen_until.getTime()).length,
    created_at: row.created_at.toISOString(),
  }
}

export const searches = async (context: JobsContext, scope: MemberScope) => {
  const rows = await scope.tx((db) => searchesOf(db, keyOf(scope)))
  return { results: await Promise.all(rows.map((row) => toSearch(context, scope, row))) }
}

export const putSearch = async (
  context: JobsContext,
  scope: MemberScope,
  searchId: string,
  { filters, has_alerts: hasAlerts }: BodyOf<typeof putJobSearch>,
) => {
  await scope.tx(async (db) => {
    const key = keyOf(scope)
    // Searches that one person saves at the same time count one after the other.
    await sql`select pg_advisory_xact_lock(250, ${key.userId})`.execute(db)
    const existing = await searchesOf(db, key)
    if (existing.length >= SAVED_SEARCHES_MAX && !existing.some(({ id }) => id === searchId))
      throw new AppError('conflict', `You can save at most ${SAVED_SEARCHES_MAX} searches.`)
    await writeSearch(db, { ...key, id: searchId }, { filters, hasAlerts, now: scope.clock.now() })
  })
  return searches(context, scope)
}

export const deleteSearch = async (scope: MemberScope, searchId: string): Promise<undefined> => {
  await scope.tx((db) => removeSearch(db, { ...keyOf(scope), id: searchId }))
}
