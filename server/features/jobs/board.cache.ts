import type { Language } from '#contract/languages.ts'
import type { Clock } from '#server/core/clock.ts'
import { createFreshCache } from '#server/core/changes/fresh-cache.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { wordsOf } from '#server/core/text/search-text.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import { createBoardBuilder, type Board } from './board.ts'
import { IdSet } from './id-set.ts'
import { boardRows, cardsQuery, idsWithWordQuery, type CardRow } from './read.repository.ts'

const TENANTS_MAX = 200
/** Sets of ids of one word each; those of common words are large. */
const WORDS_MAX = 300
/** Further words of a search are ignored. */
const TERMS_MAX = 8
/** Pages of cards, of at most 100 each. Most people see the first pages of the same searches. */
const PAGES_MAX = 300

export interface BoardCache {
  readonly board: (scope: Pick<PublicScope, 'tenant' | 'tx'>) => Promise<Board>
  /** The jobs that have every word of the keyword and of the place; null when the search has no words. */
  readonly idsOf: (
    scope: Pick<PublicScope, 'tenant' | 'read'>,
    texts: { search?: string | undefined; location?: string | undefined },
  ) => Promise<IdSet | null>
  /** The cards of these jobs, in no order. */
  readonly cards: (
    scope: Pick<PublicScope, 'tenant' | 'read'>,
    ids: readonly number[],
    language: Language,
  ) => Promise<readonly CardRow[]>
}

/** Reads the whole board of a client. */
export const loadBoard = async (
  read: <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>,
  clientId: number,
): Promise<Board> => {
  const builder = createBoardBuilder()
  for await (const rows of boardRows(read, clientId)) await yieldingMap(rows, builder.add)
  return builder.build()
}

/** Whoever changes a job announces `{ kind: 'jobs' }`; a client's time zone moves its deadlines. */
export const createBoardCache = (feed: ChangeFeed): BoardCache => {
  const boards = createFreshCache<number, Board>({
    feed,
    maxEntries: TENANTS_MAX,
    affects: (change) =>
      change.kind === 'jobs' || change.kind === 'client' ? (clientId) => clientId === change.clientId : false,
  })
  const pages = createFreshCache<string, readonly CardRow[]>({
    feed,
    maxEntries: PAGES_MAX,
    affects: (change) =>
      change.kind === 'jobs' || change.kind === 'client'
        ? (key) => key.startsWith(`${change.clientId}:`)
        : false,
  })
  const words = createFreshCache<string, IdSet>({
    feed,
    maxEntries: WORDS_MAX,
    affects: (change) => (change.kind === 'jobs' ? (key) => key.startsWith(`${change.clientId}:`) : false),
  })
  return {
    board: ({ tenant, tx }) => boards.get(tenant.clientId, () => loadBoard(tx, tenant.clientId)),
    idsOf: async (scope, { search, location }) => {
      const { clientId } = scope.tenant
      const find = (text: string | undefined, isPlace: boolean) =>
        wordsOf(text ?? '')
          .slice(0, TERMS_MAX)
          .map((word) =>
            words.get(`${clientId}:${isPlace}:${word}`, async () => {
              const [[row]] = (await scope.read(idsWithWordQuery(clientId, word, isPlace))) as [
                { ids: number[] }[],
              ]
              return IdSet.of(row?.ids ?? [])
            }),
          )
      const sets = await Promise.all([...find(search, false), ...find(location, true)])
      // One set for all words: to ask each of them for every job takes half of the time of a search.
      return sets.length === 0 ? null : sets.reduce((all, set) => all.and(set))
    },
    cards: async (scope, ids, language) => {
      if (ids.length === 0) return []
      const { clientId } = scope.tenant
      return pages.get(`${clientId}:${language}:${ids.join()}`, async () => {
        const [rows] = (await scope.read(cardsQuery(clientId, ids, language))) as [CardRow[]]
        return rows
      })
    },
  }
}

export interface JobsContext {
  readonly clock: Clock
  readonly changes: ChangeFeed
  readonly cache: BoardCache
}
