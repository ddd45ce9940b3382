import type { ThreadHit } from '#contract/search/search.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { viewerOf, rowsOf } from '../community.context.ts'
import type { PeopleCache } from '../people/people.cache.ts'
import { countQuery, pageQuery, type ThreadRow } from './threads.read.ts'
import type { ThreadFilter } from './thread-filter.ts'

export interface ThreadSearch {
  /** Folded words; each must be found. Without any, all threads of the author are. */
  readonly words: readonly string[]
  /** Only threads of this person; null for everybody's. */
  readonly authorId: number | null
  readonly limit: number
}

/** The newest threads that match, for the search over everything. */
export const findThreads =
  (people: PeopleCache) =>
  async (
    scope: MemberScope,
    { words, authorId, limit }: ThreadSearch,
  ): Promise<{ count: number; results: ThreadHit[] }> => {
    // "Mine" are the threads of the viewer of a statement, so their author asks for them.
    const viewer = { ...viewerOf(scope), ...(authorId !== null && { userId: authorId }) }
    const filter: ThreadFilter = {
      ordering: 'newest',
      words,
      tag: null,
      bookmarked: false,
      mine: authorId !== null,
      unanswered: false,
    }
    const page = pageQuery(viewer, { filter, limit, offset: 0, count: null })
    if (!page) return { count: 0, results: [] }
    const [counts, rows] = (await scope.read(countQuery(viewer, filter), page)) as [
      { n: number }[],
      ThreadRow[],
    ]
    const authors = await people.get(
      rowsOf(scope),
      viewer.clientId,
      rows.map((row) => row.author_id),
    )
    return {
      count: counts[0]?.n ?? 0,
      results: rows.map((row) => ({
        id: row.id,
        title: row.title,
        author: authors.get(row.author_id)?.name ?? '',
        comments_count: row.comments_count,
        is_solved: row.accepted_comment_id !== null,
        created_at: row.created_at.toISOString(),
      })),
    }
  }
