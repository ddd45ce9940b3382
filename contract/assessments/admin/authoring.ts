/** Assessments as staff author them: texts, duration, dates, draw rules, scholarship bands, roadmap. */
import * as z from 'zod/mini'
import { assessmentFinding, drawRule } from './draw-rules.ts'
import { letter, localText, QUESTIONS_MAX, releases, variants } from '../shapes.ts'
import {
  clientParams,
  empty,
  id,
  idParam,
  language,
  singleLine,
  pageOf,
  pageQuery,
  timestamp,
} from '../../common.ts'
import { languages } from '../../languages.ts'
import { endpoint } from '../../endpoint.ts'
import { prose } from '../../problems/problems.ts'
import { difficulties } from '../../question-bank/question-bank.ts'

const BASE = '/api/clients/{clientId}/admin/assessments/'
const ASSESSMENT = `${BASE}{assessmentId}/` as const
const assessmentParams = z.object({ clientId: idParam, assessmentId: idParam })

export const assessmentStatuses = ['active', 'inactive'] as const
export type AssessmentStatus = (typeof assessmentStatuses)[number]
/** Filters of the staff list; an archived assessment is inactive and hidden by default. */
export const assessmentShelves = [...assessmentStatuses, 'archived'] as const
export type AssessmentShelf = (typeof assessmentShelves)[number]
export const DURATION_MAX_MINUTES = 600
export const RULES_MAX = 40
export const BANDS_MAX = 10

export const assessmentTexts = z.object({
  title: singleLine(1, 200),
  description: prose(0, 5000),
  /** In addition to the generated instructions (length, number of questions, what is recorded). */
  instructions: prose(0, 10_000),
})
export type AssessmentTexts = z.infer<typeof assessmentTexts>

const percent = z.int().check(z.minimum(0), z.maximum(100))
/** Highest first, without duplicates. */
const bands = z
  .array(z.object({ from_percent: percent, scholarship_percent: percent }))
  .check(z.maxLength(BANDS_MAX))
  .check(
    z.refine((list) =>
      list.every((band, index) => index === 0 || band.from_percent < (list[index - 1]?.from_percent ?? 0)),
    ),
  )

const courseIds = z.array(id).check(z.maxLength(20))
/** Pages that the last stage of the roadmap links to. */
export const placementPages = ['/jobs', '/live', '/community'] as const
/** The ordered stages from the result to placement (rules: Assessments). */
export const roadmapSettings = z.object({
  /** Topics below this percentage are weak: their foundation courses are shown. */
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
  /** The main language: it always has texts, and the other languages fall back to them. */
  language,
  texts: z.partialRecord(language, assessmentTexts),
  variant: z.enum(variants),
  /** Used by every text that states a length. */
  duration_minutes: z.int().check(z.minimum(1), z.maximum(DURATION_MAX_MINUTES)),
  opens_at: z.nullable(timestamp),
  closes_at: z.nullable(timestamp),
  attempts_allowed: z.int().check(z.minimum(1), z.maximum(20)),
  phone_verification: z.boolean(),
  shuffle_questions: z.boolean(),
  shuffle_options: z.boolean(),
  release: z.enum(releases),
  bands,
  /** Null: no pass mark. */
  pass_percent: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  rules: z.array(drawRule).check(z.maxLength(RULES_MAX)),
  /** Questions in every attempt, in this order unless questions are shuffled. */
  fixed: z
    .array(id)
    .check(z.maxLength(QUESTIONS_MAX))
    .check(z.refine((ids) => new Set(ids).size === ids.length)),
  roadmap: roadmapSettings,
}
/** Everything an author sets. */
export const assessmentSettings = z.object(settings)
export type AssessmentSettings = z.infer<typeof assessmentSettings>

interface CheckedSettings extends Pick<
  AssessmentSettings,
  'language' | 'release' | 'opens_at' | 'closes_at'
> {
  texts: Partial<Record<(typeof languages)[number], unknown>>
}
const hasMainLanguage = z.refine<CheckedSettings>((body) => body.texts[body.language] !== undefined, {
  path: ['texts'],
})
const closesAfterOpening = z.refine<CheckedSettings>(
  ({ opens_at: opens, closes_at: closes }) =>
    opens === null || closes === null || Date.parse(opens) < Date.parse(closes),
  { path: ['closes_at'] },
)
const hasEndForRelease = z.refine<CheckedSettings>(
  (body) => body.release !== 'after_end' || body.closes_at !== null,
  {
    path: ['closes_at'],
  },
)

/* ---- endpoints ---- */

const person = z.nullable(z.object({ id, name: z.string() }))
const stateFields = {
  id,
  status: z.enum(assessmentStatuses),
  archived: z.boolean(),
  /** Started attempts, open ones included: an assessment with attempts cannot be deleted. */
  attempts: z.int(),
  /** Incremented by every save; an update names the revision it is based on. */
  revision: z.int(),
  updated_at: timestamp,
  updated_by: person,
}

export const authoredAssessmentRow = z.object({
  ...stateFields,
  /** In the main language. */
  title: z.string(),
  /** In every language that has a title. */
  titles: localText,
  language,
  languages: z.array(language),
  variant: z.enum(variants),
  duration_minutes: z.int(),
  questions: z.int(),
  opens_at: z.nullable(timestamp),
  closes_at: z.nullable(timestamp),
  /** Whether the bank has enough questions for the rules. */
  complete: z.boolean(),
})
export type AuthoredLine = z.infer<typeof authoredAssessmentRow>

export const authoredAssessment = z.object({
  ...stateFields,
  settings: assessmentSettings,
  /** The fixed questions in order, for the editor. */
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
  feature: 'admin_assessment_result',
  summary: 'List all assessments, last changed first',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    search: z.optional(z.string().check(z.maxLength(200))),
    /** Default: everything that is not archived. */
    status: z.optional(z.enum(assessmentShelves)),
  }),
  response: z.extend(pageOf(authoredAssessmentRow), {
    /** Number of search results per status. */
    counts: z.object({ active: z.int(), inactive: z.int(), archived: z.int() }),
  }),
})

export const createAssessment = endpoint({
  name: 'authoring.create',
  method: 'POST',
  path: BASE,
  access: 'staff',
  feature: 'admin_assessment_result',
  idempotency: 'key',
  summary: 'Create an inactive assessment; a repeat with the same key creates no second one',
  params: clientParams,
  body: z
    .object({ ...settings, idempotency_key: z.uuid() })
    .check(hasMainLanguage, closesAfterOpening, hasEndForRelease),
  response: authoredAssessment,
  status: 201,
})

export const getAuthored = endpoint({
  name: 'authoring.get',
  method: 'GET',
  path: ASSESSMENT,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Get an assessment with all its settings and what keeps it from being activated',
  params: assessmentParams,
  response: authoredAssessment,
})

export const saveAssessment = endpoint({
  name: 'authoring.save',
  method: 'PUT',
  path: ASSESSMENT,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary:
    'Save the settings; started attempts keep theirs. 409 if someone else saved since, or if it is active and the bank has too few questions',
  params: assessmentParams,
  body: z
    .object({ ...settings, revision: z.int() })
    .check(hasMainLanguage, closesAfterOpening, hasEndForRelease),
  response: authoredAssessment,
  alsoFails: [409],
})

export const setAssessmentStatus = endpoint({
  name: 'authoring.status',
  method: 'POST',
  path: `${ASSESSMENT}status/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  idempotency: 'natural',
  summary:
    'Activate or deactivate an assessment; attempts that have started continue. Safe to repeat. 409 if the bank has too few questions',
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
  feature: 'admin_assessment_result',
  idempotency: 'natural',
  summary:
    'Archive or restore an inactive assessment; attempts and results stay. Safe to repeat. 409 while it is active',
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
  feature: 'admin_assessment_result',
  stepUp: true,
  summary: 'Delete an inactive assessment without attempts for good; 409 otherwise',
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
  feature: 'admin_assessment_result',
  summary: 'Preview one draw with its answer key; the same seed gives the same draw',
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
          /** Options in the order shown. */
          z.object({ prompt: z.string(), options: z.array(z.string()) }),
        ),
        /** The letter as shown. */
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
  feature: 'admin_assessment_result',
  summary: 'List published courses that a roadmap can link to',
  params: clientParams,
  response: z.object({ results: z.array(z.object({ id, title: z.string() })) }),
})
