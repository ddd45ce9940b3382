/** Assessments as staff assemble them: texts, length, windows, rules of the draw, scholarship bands, roadmap. */
import * as z from 'zod/mini'
import { letter, localText, QUESTIONS_MAX, releases, variants } from '../shapes.ts'
import {
  clientParams,
  empty,
  id,
  idParam,
  language,
  languages,
  line,
  pageOf,
  pageQuery,
  timestamp,
} from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { prose } from '../../problems/problems.ts'
import { difficulties, type Difficulty, type Stock } from '../../question-bank/question-bank.ts'

const BASE = '/api/clients/{clientId}/admin/assessments/'
const ASSESSMENT = `${BASE}{assessmentId}/` as const
const assessmentParams = z.object({ clientId: idParam, assessmentId: idParam })

export const assessmentStatuses = ['active', 'inactive'] as const
export type AssessmentStatus = (typeof assessmentStatuses)[number]
/** Where an assessment stands in the staff's list; an archived one is inactive and out of the way. */
export const assessmentShelves = [...assessmentStatuses, 'archived'] as const
export type AssessmentShelf = (typeof assessmentShelves)[number]
export const DURATION_MAX_MINUTES = 600
export const RULES_MAX = 40
export const BANDS_MAX = 10

export const assessmentTexts = z.object({
  title: line(1, 200),
  description: prose(0, 5000),
  /** Beside what the product says by itself from the settings (length, questions, what is recorded). */
  instructions: prose(0, 10_000),
})
export type AssessmentTexts = z.infer<typeof assessmentTexts>

export const drawRule = z.object({
  topic_id: id,
  /** Null: any. */
  difficulty: z.nullable(z.enum(difficulties)),
  count: z.int().check(z.minimum(1), z.maximum(QUESTIONS_MAX)),
})
export type DrawRule = z.infer<typeof drawRule>

const percent = z.int().check(z.minimum(0), z.maximum(100))
/** Highest first, no limit twice. */
const bands = z
  .array(z.object({ from_percent: percent, scholarship_percent: percent }))
  .check(z.maxLength(BANDS_MAX))
  .check(
    z.refine((all) =>
      all.every((each, at) => at === 0 || each.from_percent < (all[at - 1]?.from_percent ?? 0)),
    ),
  )

const courseIds = z.array(id).check(z.maxLength(20))
/** Pages of the product that the last stage of the roadmap leads to. */
export const placementPages = ['/jobs', '/live', '/community'] as const
/** What the roadmap is made of: ordered stages from the result to placement (RULES "Assessments"). */
export const roadmapSettings = z.object({
  /** A topic below this is weak: its foundation courses are shown. */
  weak_below_percent: percent,
  foundation: z.array(z.object({ topic_id: id, course_ids: courseIds })).check(z.maxLength(100)),
  core: courseIds,
  projects: courseIds,
  interview: courseIds,
  placement: courseIds,
  placement_pages: z.array(z.enum(placementPages)).check(z.maxLength(placementPages.length)),
})
export type RoadmapSettings = z.infer<typeof roadmapSettings>
export const WEAK_BELOW_PERCENT_DEFAULT = 60

const settings = {
  /** The main language: its texts are always there, and the others fall back to them. */
  language,
  texts: z.partialRecord(language, assessmentTexts),
  variant: z.enum(variants),
  /** Feeds every text that names a length. */
  duration_minutes: z.int().check(z.minimum(1), z.maximum(DURATION_MAX_MINUTES)),
  opens_at: z.nullable(timestamp),
  closes_at: z.nullable(timestamp),
  attempts_allowed: z.int().check(z.minimum(1), z.maximum(20)),
  phone_verification: z.boolean(),
  shuffle_questions: z.boolean(),
  shuffle_options: z.boolean(),
  release: z.enum(releases),
  bands,
  /** Null: nobody passes or fails. */
  pass_percent: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  rules: z.array(drawRule).check(z.maxLength(RULES_MAX)),
  /** Questions that everybody gets, in this order when questions are not shuffled. */
  fixed: z
    .array(id)
    .check(z.maxLength(QUESTIONS_MAX))
    .check(z.refine((ids) => new Set(ids).size === ids.length)),
  roadmap: roadmapSettings,
}
/** Everything that an author sets. */
export const assessmentSettings = z.object(settings)
export type AssessmentSettings = z.infer<typeof assessmentSettings>

interface Whole extends Pick<AssessmentSettings, 'language' | 'release' | 'opens_at' | 'closes_at'> {
  texts: Partial<Record<(typeof languages)[number], unknown>>
}
const hasMain = z.refine<Whole>((each) => each.texts[each.language] !== undefined, { path: ['texts'] })
const endsAfterItOpens = z.refine<Whole>(
  ({ opens_at: opens, closes_at: closes }) =>
    opens === null || closes === null || Date.parse(opens) < Date.parse(closes),
  { path: ['closes_at'] },
)
const endIsKnown = z.refine<Whole>((each) => each.release !== 'after_end' || each.closes_at !== null, {
  path: ['closes_at'],
})

/* ---- whether the bank has enough ---- */

export const assessmentFindings = [
  /** Nothing would be asked. */
  'no_questions',
  'too_many_questions',
  /** `rule` is its place from 0; `needed` more than `available`. */
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
 * What keeps an assessment from being given. A rule for one difficulty takes first, one for any takes of what is left;
 * fixed questions are not drawn a second time. Pure: the editor asks while somebody writes, the server when it matters.
 */
export const findShortage = (
  rules: readonly DrawRule[],
  fixed: readonly FixedQuestion[],
  stockOf: (topicId: number) => Stock | undefined,
): AssessmentFinding[] => {
  const findings: AssessmentFinding[] = []
  const left = new Map<number, Record<Difficulty, number>>()
  const leftOf = (topicId: number) => {
    const known = left.get(topicId)
    if (known) return known
    const fresh = { easy: 0, medium: 0, hard: 0, ...stockOf(topicId) }
    left.set(topicId, fresh)
    return fresh
  }
  for (const question of fixed) {
    if (question.state === 'retired')
      findings.push({ code: 'fixed_retired', rule: null, question_id: question.id, needed: 1, available: 0 })
    else leftOf(question.topic_id)[question.difficulty] -= 1
  }
  const numbered = rules.map((rule, at) => ({ ...rule, at }))
  const short = (at: number, needed: number, available: number) =>
    findings.push({ code: 'not_enough', rule: at, question_id: null, needed, available })
  for (const { topic_id: topicId, difficulty, count, at } of numbered) {
    if (difficulty === null) continue
    const stocked = leftOf(topicId)
    if (stocked[difficulty] < count) short(at, count, Math.max(0, stocked[difficulty]))
    stocked[difficulty] = Math.max(0, stocked[difficulty] - count)
  }
  for (const { topic_id: topicId, difficulty, count, at } of numbered) {
    if (difficulty !== null) continue
    const stocked = leftOf(topicId)
    const available = difficulties.reduce((sum, each) => sum + stocked[each], 0)
    if (available < count) short(at, count, available)
    let taking = count
    for (const each of difficulties) {
      const taken = Math.min(taking, stocked[each])
      stocked[each] -= taken
      taking -= taken
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

/** How many questions an attempt has. */
export const questionCount = (rules: readonly Pick<DrawRule, 'count'>[], fixed: number): number =>
  rules.reduce((sum, rule) => sum + rule.count, fixed)

/* ---- calls ---- */

const person = z.nullable(z.object({ id, name: z.string() }))
const standing = {
  id,
  status: z.enum(assessmentStatuses),
  archived: z.boolean(),
  /** How many were begun, running ones too: with any it is not deleted. */
  attempts: z.int(),
  /** One more with each saved change; a change names the one it was made on. */
  revision: z.int(),
  updated_at: timestamp,
  updated_by: person,
}

export const authoredLine = z.object({
  ...standing,
  /** In the main language. */
  title: z.string(),
  /** In every language that has one. */
  titles: localText,
  language,
  languages: z.array(language),
  variant: z.enum(variants),
  duration_minutes: z.int(),
  questions: z.int(),
  opens_at: z.nullable(timestamp),
  closes_at: z.nullable(timestamp),
  /** Whether the bank has what the rules ask for. */
  complete: z.boolean(),
})
export type AuthoredLine = z.infer<typeof authoredLine>

export const authoredAssessment = z.object({
  ...standing,
  settings: assessmentSettings,
  /** The fixed questions in their order, for the editor. */
  fixed: z.array(
    z.object({
      id,
      topic_id: id,
      difficulty: z.enum(difficulties),
      state: z.enum(['active', 'retired']),
      prompt: z.string(),
    }),
  ),
  findings: z.array(assessmentFinding),
})
export type AuthoredAssessment = z.infer<typeof authoredAssessment>

export const listAuthored = endpoint({
  name: 'authoring.list',
  method: 'GET',
  path: BASE,
  access: 'staff',
  summary: 'All assessments, last changed first',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    search: z.optional(z.string().check(z.maxLength(200))),
    /** Without one: everything that is not archived. */
    status: z.optional(z.enum(assessmentShelves)),
  }),
  response: z.extend(pageOf(authoredLine), {
    /** How many under the search, by where they stand. */
    counts: z.object({ active: z.int(), inactive: z.int(), archived: z.int() }),
  }),
})

export const createAssessment = endpoint({
  name: 'authoring.create',
  method: 'POST',
  path: BASE,
  access: 'staff',
  summary: 'A new assessment, inactive. A repeat with the same key makes no second one',
  params: clientParams,
  body: z.object({ ...settings, idempotency_key: z.uuid() }).check(hasMain, endsAfterItOpens, endIsKnown),
  response: authoredAssessment,
  status: 201,
})

export const getAuthored = endpoint({
  name: 'authoring.get',
  method: 'GET',
  path: ASSESSMENT,
  access: 'staff',
  summary: 'An assessment with everything that is set, and what keeps it from being given',
  params: assessmentParams,
  response: authoredAssessment,
})

export const saveAssessment = endpoint({
  name: 'authoring.save',
  method: 'PUT',
  path: ASSESSMENT,
  access: 'staff',
  summary:
    'Attempts that were started keep what they were started with. 409 when somebody else saved since, or when it is active and the bank does not have enough questions',
  params: assessmentParams,
  body: z.object({ ...settings, revision: z.int() }).check(hasMain, endsAfterItOpens, endIsKnown),
  response: authoredAssessment,
  alsoFails: [409],
})

export const setAssessmentStatus = endpoint({
  name: 'authoring.status',
  method: 'POST',
  path: `${ASSESSMENT}status/`,
  access: 'staff',
  summary:
    'Gives it to learners, or takes it away from those who have not begun; harmless to repeat. 409 when the bank does not have enough questions',
  params: assessmentParams,
  body: z.object({ status: z.enum(assessmentStatuses) }),
  response: authoredAssessment,
  alsoFails: [409],
})

export const archiveAssessment = endpoint({
  name: 'authoring.archive',
  method: 'POST',
  path: `${ASSESSMENT}archive/`,
  access: 'staff',
  summary:
    'Puts an inactive assessment out of the way, or back; attempts and results stay. Harmless to repeat. 409 while it is active',
  params: assessmentParams,
  body: z.object({ archived: z.boolean() }),
  response: authoredAssessment,
  alsoFails: [409],
})

export const deleteAssessment = endpoint({
  name: 'authoring.delete',
  method: 'DELETE',
  path: ASSESSMENT,
  access: 'staff',
  summary: 'Deletes an inactive assessment that nobody ever began, for good. 409 otherwise',
  params: assessmentParams,
  response: empty,
  status: 204,
  alsoFails: [409],
})

export const previewDraw = endpoint({
  name: 'authoring.preview',
  method: 'GET',
  path: `${ASSESSMENT}preview/`,
  access: 'staff',
  summary: 'One draw as an attempt would get it, with the key; the same seed draws the same',
  params: assessmentParams,
  query: z.object({ seed: z._default(z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))), '1') }),
  response: z.object({
    questions: z.array(
      z.object({
        position: z.int(),
        question_id: id,
        version: z.int(),
        topic_id: id,
        difficulty: z.enum(difficulties),
        language,
        texts: z.partialRecord(
          language,
          /** Options in the order on the screen. */
          z.object({ prompt: z.string(), options: z.array(z.string()) }),
        ),
        /** As shown. */
        answer: letter,
      }),
    ),
  }),
  alsoFails: [409],
})
export type DrawPreview = z.infer<(typeof previewDraw)['response']>

export const listRoadmapCourses = endpoint({
  name: 'authoring.courses',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/assessment-courses/',
  access: 'staff',
  summary: 'Published courses that a roadmap can lead to',
  params: clientParams,
  response: z.object({ results: z.array(z.object({ id, title: z.string() })) }),
})
