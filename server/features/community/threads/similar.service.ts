import type { MemberScope } from '#server/core/http/scope.ts'
import { threadsSharing } from './search.repository.ts'
import { folded, wordsOf } from '#server/core/text/search-text.ts'

const CANDIDATES = 60
const SHOWN = 5
/** Share of equal letter triples from which two titles are called alike; chosen on the demo's questions. */
const ALIKE = 0.3
const TERMS_MAX = 20

const triples = (text: string): Set<string> => {
  const padded = `  ${wordsOf(text).join(' ')} `
  return new Set(Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3)))
}

/** How alike two texts are, 0 to 1: shared triples of letters over all of them; works in every script. */
export const likeness = (a: string, b: string): number => {
  const first = triples(folded(a))
  const second = triples(folded(b))
  const shared = [...first].filter((triple) => second.has(triple)).length
  return shared === 0 ? 0 : shared / (first.size + second.size - shared)
}

/** "Asked before?": threads whose titles resemble this one, the most alike first. */
export const similarTo = (scope: MemberScope, title: string) =>
  scope.tx(async (db) => {
    const words = wordsOf(title).slice(0, TERMS_MAX)
    if (words.length === 0) return { results: [] }
    const rows = await threadsSharing(db, scope.tenant.clientId, words, CANDIDATES)
    return {
      results: rows
        .map((row) => ({ row, like: likeness(title, row.title) }))
        .filter(({ like }) => like >= ALIKE)
        .toSorted((a, b) => b.like - a.like)
        .slice(0, SHOWN)
        .map(({ row }) => ({
          id: row.id,
          title: row.title,
          comments_count: row.comments_count,
          answered: row.accepted_comment_id !== null,
        })),
    }
  })
