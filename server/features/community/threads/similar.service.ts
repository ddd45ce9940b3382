import type { MemberScope } from '#server/core/http/scope.ts'
import { threadsSharingWords } from './search.repository.ts'
import { folded, wordsOf } from '#server/core/text/search-text.ts'

const CANDIDATES = 60
const SIMILAR_MAX = 5
/** Share of common trigrams from which two titles count as similar; chosen with the demo's questions. */
const MIN_SIMILARITY = 0.3
const TERMS_MAX = 20

const trigrams = (text: string): Set<string> => {
  const padded = `  ${wordsOf(text).join(' ')} `
  return new Set(
    Array.from({ length: Math.max(0, padded.length - 2) }, (_, index) => padded.slice(index, index + 3)),
  )
}

/** The similarity of two texts from 0 to 1: common trigrams divided by all; works in every script. */
export const similarity = (a: string, b: string): number => {
  const first = trigrams(folded(a))
  const second = trigrams(folded(b))
  const shared = [...first].filter((triple) => second.has(triple)).length
  return shared === 0 ? 0 : shared / (first.size + second.size - shared)
}

/** Threads with similar titles, most similar first ("Asked before?"). */
export const similarTo = (scope: MemberScope, title: string) =>
  scope.tx(async (db) => {
    const words = wordsOf(title).slice(0, TERMS_MAX)
    if (words.length === 0) return { results: [] }
    const rows = await threadsSharingWords(db, scope.tenant.clientId, words, CANDIDATES)
    return {
      results: rows
        .map((row) => ({ row, score: similarity(title, row.title) }))
        .filter(({ score }) => score >= MIN_SIMILARITY)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, SIMILAR_MAX)
        .map(({ row }) => ({
          id: row.id,
          title: row.title,
          comments_count: row.comments_count,
          answered: row.accepted_comment_id !== null,
        })),
    }
  })
