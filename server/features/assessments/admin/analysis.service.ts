/** How each question worked: difficulty, discrimination, distractors (EX21). */
import type { getItemAnalysis, ItemAnalysis } from '#contract/assessments/admin/item-analysis.ts'
import type { LocalText } from '#contract/assessments/shapes.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { localOf, toTopic } from '../attempts/attempt.mapper.ts'
import { topicsById } from '../attempts/attempts.repository.ts'
import type { AssessmentContext } from '../context.ts'
import { itemCountsOf, itemTexts, type ItemCounts, type ItemText } from './analysis.repository.ts'
import { totalsOf } from './results.service.ts'

const LETTERS = ['A', 'B', 'C', 'D'] as const
/** With fewer attempts a key is never called suspicious. */
const SUSPICIOUS_MIN_ATTEMPTS = 10
/** When more learners than this get a question right, its key is not wrong. */
const CLEARLY_RIGHT_SHARE = 0.75
/** By chance a correlation is this far below 0 once in twenty times (one-sided t). */
const SIGNIFICANT_T = -1.65
/** In a small group a lead of one vote means nothing. */
const MIN_LEAD = 2

const toCounts = ([a = 0, b = 0, c = 0, d = 0, none = 0]: readonly number[]): ItemAnalysis['chosen'] => ({
  A: a,
  B: b,
  C: c,
  D: d,
  none,
})

const isSignificantlyNegative = (correlation: number, attempts: number): boolean =>
  correlation < 0 && correlation * Math.sqrt((attempts - 2) / (1 - correlation ** 2)) < SIGNIFICANT_T

/**
 * True when the best learners prefer a wrong letter, or when doing well correlates with answering this question
 * wrong, more than chance explains.
 */
export const isSuspicious = (
  counts: Pick<ItemCounts, 'attempts' | 'hits' | 'discrimination' | 'upper'>,
  right: readonly string[],
): boolean => {
  if (counts.attempts < SUSPICIOUS_MIN_ATTEMPTS || right.length === LETTERS.length) return false
  if (counts.hits > counts.attempts * CLEARLY_RIGHT_SHARE) return false
  if (counts.discrimination !== null && isSignificantlyNegative(counts.discrimination, counts.attempts))
    return true
  const chosen = LETTERS.map((letter, index) => ({ letter, n: counts.upper[index] ?? 0 }))
  const best = Math.max(...chosen.filter(({ letter }) => right.includes(letter)).map(({ n }) => n))
  return chosen.some(({ letter, n }) => !right.includes(letter) && n >= best + MIN_LEAD)
}

const optionsOf = (text: ItemText): LocalText[] =>
  LETTERS.map((_, index) => localOf(text.shown, (shown) => shown.options[index] ?? ''))

const threeDecimals = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1000) / 1000

export const itemAnalysis = (
  context: AssessmentContext,
  scope: StaffScope,
  assessmentId: number,
): Promise<ResponseOf<typeof getItemAnalysis>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const assessment = await totalsOf(context, db, scope, assessmentId)
    const items = await itemCountsOf(db, clientId, assessmentId, scope.clock.now())
    const itemCounts = items.counts
    const texts = new Map(
      (await itemTexts(db, clientId, itemCounts)).map((each) => [
        `${each.question_id}:${each.version}`,
        each,
      ]),
    )
    const topicRows = await topicsById(
      db,
      clientId,
      itemCounts.map((each) => each.topic_id),
    )
    const topics = new Map(topicRows.map((row) => [row.id, toTopic(row)]))
    return {
      assessment,
      attempts: assessment.submitted,
      counted_at: items.counted_at.toISOString(),
      results: itemCounts.flatMap((item): ItemAnalysis[] => {
        const text = texts.get(`${item.question_id}:${item.version}`)
        const topic = topics.get(item.topic_id)
        if (!text || !topic) return []
        const differsFromNewest = text.letters.length !== 1 || text.letters[0] !== text.newest_letter
        return [
          {
            question_id: item.question_id,
            version: item.version,
            newest_version: text.newest_version,
            topic,
            main_language: text.language,
            prompt: localOf(text.shown, (shown) => shown.prompt),
            options: optionsOf(text),
            right: text.letters,
            newest_right: differsFromNewest && !text.key_corrected ? [text.newest_letter] : null,
            attempts: item.attempts,
            difficulty: threeDecimals(item.hits / item.attempts),
            discrimination: threeDecimals(item.discrimination),
            chosen: toCounts(item.chosen),
            upper: toCounts(item.upper),
            lower: toCounts(item.lower),
            suspicious: isSuspicious(item, text.letters),
            key_corrected: text.key_corrected,
          },
        ]
      }),
    }
  })
