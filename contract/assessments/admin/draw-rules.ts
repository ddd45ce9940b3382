/** Draw rules of an assessment, and whether the question bank has enough questions for them. */
import * as z from 'zod/mini'
import { QUESTIONS_MAX } from '../shapes.ts'
import { id } from '../../common.ts'
import { difficulties, type Difficulty, type Stock } from '../../question-bank/question-bank.ts'

export const drawRule = z.object({
  topic_id: id,
  /** Null: any difficulty. */
  difficulty: z.nullable(z.enum(difficulties)),
  count: z.int().check(z.minimum(1), z.maximum(QUESTIONS_MAX)),
})
export type DrawRule = z.infer<typeof drawRule>

export const assessmentFindings = [
  /** The assessment has no questions. */
  'no_questions',
  'too_many_questions',
  /** `rule` is the index of the rule, from 0; `needed` exceeds `available`. */
  'not_enough',
  /** `question_id` is retired. */
  'fixed_retired',
] as const
export const assessmentFinding = z.object({
  code: z.enum(assessmentFindings),
  rule: z.nullable(z.int()),
  question_id: z.nullable(id),
  needed: z.int(),
  available: z.int(),
})
export type AssessmentFinding = z.infer<typeof assessmentFinding>

export interface FixedQuestion {
  readonly id: number
  readonly topic_id: number
  readonly difficulty: Difficulty
  readonly state: 'active' | 'retired'
}

/**
 * What keeps an assessment from being activated. Rules for one difficulty draw first; rules for any
 * difficulty use
 * what is left. Fixed questions are not drawn again. Pure: the editor and the server both call it.
 */
export const findShortage = (
  rules: readonly DrawRule[],
  fixed: readonly FixedQuestion[],
  stockOf: (topicId: number) => Stock | undefined,
): AssessmentFinding[] => {
  const findings: AssessmentFinding[] = []
  const remaining = new Map<number, Record<Difficulty, number>>()
  const remainingOf = (topicId: number) => {
    const existing = remaining.get(topicId)
    if (existing) return existing
    const initial = { easy: 0, medium: 0, hard: 0, ...stockOf(topicId) }
    remaining.set(topicId, initial)
    return initial
  }
  for (const question of fixed) {
    if (question.state === 'retired')
      findings.push({ code: 'fixed_retired', rule: null, question_id: question.id, needed: 1, available: 0 })
    else remainingOf(question.topic_id)[question.difficulty] -= 1
  }
  const numbered = rules.map((rule, index) => ({ ...rule, index }))
  const addShortage = (index: number, needed: number, available: number) =>
    findings.push({ code: 'not_enough', rule: index, question_id: null, needed, available })
  for (const { topic_id: topicId, difficulty, count, index } of numbered) {
    if (difficulty === null) continue
    const topicStock = remainingOf(topicId)
    if (topicStock[difficulty] < count) addShortage(index, count, Math.max(0, topicStock[difficulty]))
    topicStock[difficulty] = Math.max(0, topicStock[difficulty] - count)
  }
  for (const { topic_id: topicId, difficulty, count, index } of numbered) {
    if (difficulty !== null) continue
    const topicStock = remainingOf(topicId)
    const available = difficulties.reduce((sum, level) => sum + topicStock[level], 0)
    if (available < count) addShortage(index, count, available)
    let missing = count
    for (const level of difficulties) {
      const drawn = Math.min(missing, topicStock[level])
      topicStock[level] -= drawn
      missing -= drawn
    }
  }
  const total = questionCount(rules, fixed.length)
  if (total === 0)
    findings.push({ code: 'no_questions', rule: null, question_id: null, needed: 1, available: 0 })
  if (total > QUESTIONS_MAX)
    findings.push({
      code: 'too_many_questions',
      rule: null,
      question_id: null,
      needed: total,
      available: QUESTIONS_MAX,
    })
  return findings.toSorted((a, b) => (a.rule ?? -1) - (b.rule ?? -1))
}

/** Number of questions in an attempt. */
export const questionCount = (rules: readonly Pick<DrawRule, 'count'>[], fixed: number): number =>
  rules.reduce((sum, rule) => sum + rule.count, fixed)
