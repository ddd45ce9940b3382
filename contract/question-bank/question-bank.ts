/**
 * The question bank (rules: Assessments): topics, questions with four options and one right answer, versions, files.
 */
import * as z from 'zod/mini'
import { letter, localText } from '../assessments/shapes.ts'
import { clientParams, id, idParam, language, singleLine, pageOf, pageQuery, timestamp } from '../common.ts'
import { languages } from '../languages.ts'
import { endpoint } from '../endpoint.ts'
import { prose } from '../problems/problems.ts'
import {
  QUESTION_FILE_MAX_BYTES,
  questionFileIssue,
  questionFormats,
  questionIssue,
} from './question-import.ts'

const BASE = '/api/clients/{clientId}/admin/question-bank/'
const QUESTION = `${BASE}questions/{questionId}/` as const
const questionParams = z.object({ clientId: idParam, questionId: idParam })

export const difficulties = ['easy', 'medium', 'hard'] as const
export type Difficulty = (typeof difficulties)[number]
export const questionStates = ['active', 'retired'] as const
export type QuestionState = (typeof questionStates)[number]

/** Same limits as quizzes (contract/courses/quiz.ts), so that files can move questions between both. */
export const PROMPT_MAX = 2000
export const OPTION_MAX = 1000
export const EXPLANATION_MAX = 5000
export const TAG_MAX = 60
export const TAGS_MAX = 20
export const NOTE_MAX = 300

/* ---- topics ---- */

/** At least one language; the tenant's default language first. */
const topicNames = z
  .partialRecord(language, singleLine(1, 100))
  .check(z.refine((names) => languages.some((language) => names[language] !== undefined)))
export const topicKey = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/))

/** Active questions per difficulty. */
export const stock = z.object({ easy: z.int(), medium: z.int(), hard: z.int() })
export type Stock = z.infer<typeof stock>

export const bankTopic = z.object({
  id,
  key: topicKey,
  names: z.partialRecord(language, z.string()),
  stock,
})
export type BankTopic = z.infer<typeof bankTopic>

export const listTopics = endpoint({
  name: 'bank.topics',
  method: 'GET',
  path: `${BASE}topics/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'List the tenant’s topics in order, with the number of active questions',
  params: clientParams,
  response: z.object({ results: z.array(bankTopic) }),
})

export const saveTopic = endpoint({
  name: 'bank.saveTopic',
  method: 'PUT',
  path: `${BASE}topics/{topicKey}/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Create a topic under a key, or rename it; safe to repeat',
  params: z.object({ clientId: idParam, topicKey }),
  body: z.object({ names: topicNames }),
  response: bankTopic,
})

/* ---- questions ---- */

const isUnique = (texts: readonly string[]) =>
  new Set(texts.map((text) => text.replace(/\s+/g, ' ').toLowerCase())).size === texts.length

/** Options in the author's order; the letters of the answer key refer to it. */
export const bankQuestionTexts = z.object({
  prompt: prose(1, PROMPT_MAX),
  options: z
    .array(prose(1, OPTION_MAX))
    .check(z.length(4))
    .check(z.refine((options) => isUnique(options))),
  explanation: prose(0, EXPLANATION_MAX),
})
export type QuestionWords = z.infer<typeof bankQuestionTexts>

const contentFields = {
  /** The main language: it always has texts, and the other languages fall back to it. */
  language,
  texts: z.partialRecord(language, bankQuestionTexts),
  answer: letter,
}
const hasMainLanguage = z.refine<{
  language: (typeof languages)[number]
  texts: Partial<Record<string, unknown>>
}>(({ language: mainLanguage, texts }) => texts[mainLanguage] !== undefined, { path: ['texts'] })
const questionFields = {
  topic_id: id,
  difficulty: z.enum(difficulties),
  tags: z.array(singleLine(1, TAG_MAX)).check(z.maxLength(TAGS_MAX)),
  /**
   * Whether attempts show the options in this order. Absent: the texts of a new question decide (`keepsOrder`); a
   * saved one stays as it is.
   */
  keep_order: z.optional(z.boolean()),
  ...contentFields,
}
/** A question as its author writes it. */
export const questionDraft = z.object(questionFields).check(hasMainLanguage)
export type QuestionDraft = z.infer<typeof questionDraft>

const person = z.nullable(z.object({ id, name: z.string() }))

export const questionVersion = z.object({
  version: z.int(),
  ...contentFields,
  /**
   * The oldest version with the same options in the same order: a later answer key applies to all of them.
   */
  options_of: z.int(),
  note: z.string(),
  created_at: timestamp,
  created_by: person,
})
export type QuestionVersion = z.infer<typeof questionVersion>

const questionRowFields = {
  id,
  topic_id: id,
  difficulty: z.enum(difficulties),
  tags: z.array(z.string()),
  state: z.enum(questionStates),
  /** Number of the newest version. */
  version: z.int(),
  updated_at: timestamp,
}
export const bankQuestionRow = z.object({
  ...questionRowFields,
  /** Newest prompt in the main language. */
  language,
  prompt: z.string(),
  /** In every language with texts. */
  prompts: localText,
  languages: z.array(language),
  answer: letter,
})
export type BankQuestionLine = z.infer<typeof bankQuestionRow>

export const bankQuestion = z.object({
  ...questionRowFields,
  ...contentFields,
  keep_order: z.boolean(),
  updated_by: person,
  /** Assessments that include it as a fixed question. */
  used_in: z.array(z.object({ id, title: z.string() })),
})
export type BankQuestion = z.infer<typeof bankQuestion>

export const listQuestions = endpoint({
  name: 'bank.list',
  method: 'GET',
  path: `${BASE}questions/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'List questions, last changed first; active ones by default',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    /** Searches prompts, options and tags of every language; `#12` finds the question with this id. */
    search: z.optional(z.string().check(z.maxLength(200))),
    topic_id: z.optional(idParam),
    difficulty: z.optional(z.enum(difficulties)),
    tag: z.optional(singleLine(1, TAG_MAX)),
    state: z._default(z.optional(z.enum(questionStates)), 'active'),
  }),
  response: z.extend(pageOf(bankQuestionRow), {
    /** Number of matches of the other filters, per state. */
    counts: z.object({ active: z.int(), retired: z.int() }),
  }),
})

export const createQuestion = endpoint({
  name: 'bank.create',
  method: 'POST',
  path: `${BASE}questions/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  idempotency: 'key',
  summary: 'Create a question; a repeat with the same key creates no second one',
  params: clientParams,
  body: z.object({ ...questionFields, idempotency_key: z.uuid() }).check(hasMainLanguage),
  response: bankQuestion,
  status: 201,
})

export const getQuestion = endpoint({
  name: 'bank.question',
  method: 'GET',
  path: QUESTION,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Get the current version of a question',
  params: questionParams,
  response: bankQuestion,
})

export const saveQuestion = endpoint({
  name: 'bank.save',
  method: 'PUT',
  path: QUESTION,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary:
    'Save a question; changed texts or a changed key create a new version. 409 if someone saved after `version`, or if an active assessment would have too few questions',
  params: questionParams,
  body: z
    .object({
      ...questionFields,
      /** The version that was edited. */
      version: z.int(),
      /** The reason, shown in the list of versions. */
      note: z._default(z.optional(singleLine(0, NOTE_MAX)), ''),
    })
    .check(hasMainLanguage),
  response: bankQuestion,
  alsoFails: [409],
})

export const setQuestionState = endpoint({
  name: 'bank.state',
  method: 'POST',
  path: `${QUESTION}state/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  idempotency: 'natural',
  summary:
    'Retire a question or restore it; safe to repeat. 409 if an active assessment would have too few questions',
  params: questionParams,
  body: z.object({ state: z.enum(questionStates) }),
  response: bankQuestion,
  alsoFails: [409],
})

export const listQuestionVersions = endpoint({
  name: 'bank.versions',
  method: 'GET',
  path: `${QUESTION}versions/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'List the versions in full, newest first',
  params: questionParams,
  query: z.object(pageQuery),
  response: pageOf(questionVersion),
})

/* ---- tags ---- */

export const bankTag = z.object({ tag: z.string(), active: z.int(), retired: z.int() })
export type BankTag = z.infer<typeof bankTag>

export const listTags = endpoint({
  name: 'bank.tags',
  method: 'GET',
  path: `${BASE}tags/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'List every tag with its number of questions',
  params: clientParams,
  response: z.object({ results: z.array(bankTag) }),
})

export const changeTag = endpoint({
  name: 'bank.changeTag',
  method: 'POST',
  path: `${BASE}tags/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  idempotency: 'natural',
  summary:
    'Rename a tag in every question; an existing name merges both, null removes the tag. Safe to repeat',
  params: clientParams,
  body: z.object({ tag: singleLine(1, TAG_MAX), to: z.nullable(singleLine(1, TAG_MAX)) }),
  /** Number of changed questions. */
  response: z.object({ questions: z.int() }),
})

/* ---- files ---- */

/**
 * Errors of the bank in addition to those of the file: it needs four options, one right, and a known topic.
 */
export const bankRowErrors = [
  'not_single_choice',
  'not_four_options',
  'options_equal',
  'topic_unknown',
  'difficulty_unknown',
] as const
export const bankRowWarnings = ['topic_replaced'] as const
export const bankRowStates = ['new', 'duplicate', 'error'] as const

export const importRow = z.object({
  /** Line of a text file, or number of the item in a package; counted from 1. */
  row: z.int(),
  state: z.enum(bankRowStates),
  prompt: z.string(),
  /** In the file's order; empty if the row could not be read. */
  options: z.array(z.string()),
  explanation: z.string(),
  keep_order: z.optional(z.boolean()),
  answer: z.nullable(letter),
  topic_id: z.nullable(id),
  difficulty: z.nullable(z.enum(difficulties)),
  tags: z.array(z.string()),
  issues: z.array(
    z.union([
      questionIssue,
      z.object({ code: z.enum([...bankRowErrors, ...bankRowWarnings]), detail: z.optional(z.string()) }),
    ]),
  ),
})
export type ImportRow = z.infer<typeof importRow>

export const importQuestions = endpoint({
  name: 'bank.import',
  method: 'POST',
  path: `${BASE}imports/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  idempotency: 'natural',
  summary:
    'Import a file of questions: with `apply` add the rows without errors, otherwise store nothing. Existing questions are skipped, so it is safe to repeat',
  params: clientParams,
  body: z.object({
    format: z.enum(questionFormats),
    file_name: singleLine(1, 255),
    /** Base64. */
    data: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(Math.ceil(QUESTION_FILE_MAX_BYTES / 3) * 4),
        z.regex(/^[A-Za-z0-9+/]+={0,2}$/),
      ),
    /** The language of the file. */
    language,
    /** The topic of every question, whatever the file says; null takes the topic of each row. */
    topic_id: z.nullable(id),
    /** For rows without one. */
    difficulty: z.enum(difficulties),
    apply: z.boolean(),
  }),
  response: z.object({
    applied: z.boolean(),
    counts: z.object({ new: z.int(), duplicate: z.int(), error: z.int() }),
    rows: z.array(importRow),
    /** Of the file as a whole. */
    issues: z.array(questionFileIssue),
  }),
  alsoFails: [413],
  bodyLimitBytes: Math.ceil(QUESTION_FILE_MAX_BYTES / 3) * 4 + 4096,
})
export type ImportAnswer = z.infer<(typeof importQuestions)['response']>

export const exportQuestions = endpoint({
  name: 'bank.export',
  method: 'GET',
  path: `${BASE}export/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Export questions in one language as a table with the columns of the import',
  params: clientParams,
  query: z.object({
    /** Default: the tenant’s default language. Questions without texts in it are left out. */
    language: z.optional(language),
    search: z.optional(z.string().check(z.maxLength(200))),
    topic_id: z.optional(idParam),
    difficulty: z.optional(z.enum(difficulties)),
    tag: z.optional(singleLine(1, TAG_MAX)),
    state: z._default(z.optional(z.enum(questionStates)), 'active'),
  }),
  response: z.object({ file_name: z.string(), questions: z.int(), csv: z.string() }),
})
