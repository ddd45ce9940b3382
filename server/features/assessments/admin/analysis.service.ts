/** How each question worked: difficulty, discrimination, distractors (FEATURES EX21). */
import type { getItemAnalysis, ItemAnalysis } from '#contract/assessments/admin/item-analysis.ts'
import type { LocalText } from '#contract/assessments/shapes.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { localOf, toTopic } from '../attempts/attempt.mapper.ts'
import { topicsById } from '../attempts/attempts.repository.ts'
import { countedItems, itemTexts, type ItemCounts, type ItemText } from './analysis.repository.ts'
import { totalsOf } from './results.service.ts'

const LETTERS = ['A', 'B', 'C', 'D'] as const
/** Fewer answers and a key is not called suspicious. */
const SUSPECT_FROM = 10
/** What so many get right has no wrong key: a wrong one is what few choose. */
const CLEARLY_RIGHT = 0.75
/** A correlation this far below 0 comes by chance once in twenty (one-sided t). */
const BELOW_CHANCE = -1.65
/** One vote more among a handful of learners says nothing. */
const LEAD = 2

const toCounts = ([a = 0, b = 0, c = 0, d = 0, none = 0]: readonly number[]): ItemAnalysis['chosen'] => ({
  A: a,
  B: b,
  C: c,
  D: d,
  none,
})

const isBelowChance = (correlation: number, attempts: number): boolean =>
  correlation < 0 && correlation * Math.sqrt((attempts - 2) / (1 - correlation ** 2)) < BELOW_CHANCE

/** The best learners prefer a wrong letter, or doing well goes with answering this one wrong, more than chance has it. */
export const isSuspicious = (
  counts: Pick<ItemCounts, 'attempts' | 'hits' | 'discrimination' | 'upper'>,
  right: readonly string[],
): boolean => {
  if (counts.attempts < SUSPECT_FROM || right.length === LETTERS.length) return false
  if (counts.hits > counts.attempts * CLEARLY_RIGHT) return false
  if (counts.discrimination !== null && isBelowChance(counts.discrimination, counts.attempts)) return true
  const chosen = LETTERS.map((letter, at) => ({ letter, n: counts.upper[at] ?? 0 }))
  const best = Math.max(...chosen.filter(({ letter }) => right.includes(letter)).map(({ n }) => n))
  return chosen.some(({ letter, n }) => !right.includes(letter) && n >= best + LEAD)
}

const optionsOf = (text: ItemText): LocalText[] =>
  LETTERS.map((_, at) => localOf(text.shown, (shown) => shown.options[at] ?? ''))

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1000) / 1000

export const analysisOf = (
  scope: StaffScope,
  assessmentId: number,
): Promise<ResponseOf<typeof getItemAnalysis>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const assessment = await totalsOf(db, scope, assessmentId)
    const items = await countedItems(db, clientId, assessmentId, scope.clock.now())
    const counted = items.counts
    const texts = new Map(
      (await itemTexts(db, clientId, counted)).map((each) => [`${each.question_id}:${each.version}`, each]),
    )
    const topicRows = await topicsById(
      db,
      clientId,
      counted.map((each) => each.topic_id),
    )
    const topics = new Map(topicRows.map((row) => [row.id, toTopic(row)]))
    return {
      assessment,
      attempts: assessment.submitted,
      counted_at: items.counted_at.toISOString(),
      results: counted.flatMap((item): ItemAnalysis[] => {
        const text = texts.get(`${item.question_id}:${item.version}`)
        const topic = topics.get(item.topic_id)
        if (!text || !topic) return []
        const differs = text.letters.length !== 1 || text.letters[0] !== text.newest_letter
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
            newest_right: differs && !text.mended ? [text.newest_letter] : null,
            attempts: item.attempts,
            difficulty: rounded(item.hits / item.attempts),
            discrimination: rounded(item.discrimination),
            chosen: toCounts(item.chosen),
            upper: toCounts(item.upper),
            lower: toCounts(item.lower),
            suspicious: isSuspicious(item, text.letters),
            mended: text.mended,
          },
        ]
      }),
    }
  })
