/** The question bank (RULES "Assessments"): topics, questions with four options and one right, their versions, files. */
import * as z from 'zod/mini'
import { letter, localText } from '../assessments/shapes.ts'
import {
  clientParams,
  id,
  idParam,
  language,
  languages,
  singleLine,
  pageOf,
  pageQuery,
  timestamp,
} from '../common.ts'
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

/** As quizzes have it (contract/courses/quiz.ts): what one holds, a file can carry to the other. */
export const PROMPT_MAX = 2000
export const OPTION_MAX = 1000
export const EXPLANATION_MAX = 5000
export const TAG_MAX = 60
export const TAGS_MAX = 20
export const NOTE_MAX = 300

/* ---- topics ---- */

/** At least one language; the tenant's own first. */
const topicNames = z
  .partialRecord(language, singleLine(1, 100))
  .check(z.refine((names) => languages.some((each) => names[each] !== undefined)))
export const topicKey = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/))

/** Active questions by difficulty. */
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
  summary: 'The tenant’s topics in their order, with how many active questions each has',
  params: clientParams,
  response: z.object({ results: z.array(bankTopic) }),
})

export const saveTopic = endpoint({
  name: 'bank.saveTopic',
  method: 'PUT',
  path: `${BASE}topics/{topicKey}/`,
  access: 'staff',
  summary: 'A new topic under a key, or other names for the one that has it; harmless to repeat',
  params: z.object({ clientId: idParam, topicKey }),
  body: z.object({ names: topicNames }),
  response: bankTopic,
})

/* ---- questions ---- */

const distinct = (texts: readonly string[]) =>
  new Set(texts.map((text) => text.replace(/\s+/g, ' ').toLowerCase())).size === texts.length

/** Options in the author's order; the letters of the key name them. */
export const questionWords = z.object({
  prompt: prose(1, PROMPT_MAX),
  options: z
    .array(prose(1, OPTION_MAX))
    .check(z.length(4))
    .check(z.refine((options) => distinct(options))),
  explanation: prose(0, EXPLANATION_MAX),
})
export type QuestionWords = z.infer<typeof questionWords>

const contentFields = {
  /** The main language: its words are always there, and the others fall back to them. */
  language,
  texts: z.partialRecord(language, questionWords),
  answer: letter,
}
const hasMain = z.refine<{ language: (typeof languages)[number]; texts: Partial<Record<string, unknown>> }>(
  ({ language: main, texts }) => texts[main] !== undefined,
  { path: ['texts'] },
)
const questionFields = {
  topic_id: id,
  difficulty: z.enum(difficulties),
  tags: z.array(singleLine(1, TAG_MAX)).check(z.maxLength(TAGS_MAX)),
  ...contentFields,
}
/** A question as its author writes it. */
export const questionDraft = z.object(questionFields).check(hasMain)
export type QuestionDraft = z.infer<typeof questionDraft>

const person = z.nullable(z.object({ id, name: z.string() }))

export const questionVersion = z.object({
  version: z.int(),
  ...contentFields,
  /** The oldest version with the same options in the same order: a later key holds for all of them. */
  options_of: z.int(),
  note: z.string(),
  created_at: timestamp,
  created_by: person,
})
export type QuestionVersion = z.infer<typeof questionVersion>

const questionHead = {
  id,
  topic_id: id,
  difficulty: z.enum(difficulties),
  tags: z.array(z.string()),
  state: z.enum(questionStates),
  /** Number of the newest version. */
  version: z.int(),
  updated_at: timestamp,
}
export const bankQuestionLine = z.object({
  ...questionHead,
  /** Newest prompt in the main language. */
  language,
  prompt: z.string(),
  /** In every language that has words. */
  prompts: localText,
  languages: z.array(language),
  answer: letter,
})
export type BankQuestionLine = z.infer<typeof bankQuestionLine>

export const bankQuestion = z.object({
  ...questionHead,
  ...contentFields,
  updated_by: person,
  /** Assessments that name it as one of their own questions. */
  used_in: z.array(z.object({ id, title: z.string() })),
})
export type BankQuestion = z.infer<typeof bankQuestion>

export const listQuestions = endpoint({
  name: 'bank.list',
  method: 'GET',
  path: `${BASE}questions/`,
  access: 'staff',
  summary: 'Questions, last changed first; the active ones unless asked otherwise',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    /** In prompts, options and tags of every language; `#12` is the question with this id. */
    search: z.optional(z.string().check(z.maxLength(200))),
    topic_id: z.optional(idParam),
    difficulty: z.optional(z.enum(difficulties)),
    tag: z.optional(singleLine(1, TAG_MAX)),
    state: z._default(z.optional(z.enum(questionStates)), 'active'),
  }),
  response: z.extend(pageOf(bankQuestionLine), {
    /** How many under the search, topic, difficulty and tag, by state. */
    counts: z.object({ active: z.int(), retired: z.int() }),
  }),
})

export const createQuestion = endpoint({
  name: 'bank.create',
  method: 'POST',
  path: `${BASE}questions/`,
  access: 'staff',
  summary: 'A new question. A repeat with the same key makes no second one',
  params: clientParams,
  body: z.object({ ...questionFields, idempotency_key: z.uuid() }).check(hasMain),
  response: bankQuestion,
  status: 201,
})

export const getQuestion = endpoint({
  name: 'bank.question',
  method: 'GET',
  path: QUESTION,
  access: 'staff',
  summary: 'A question as it is now',
  params: questionParams,
  response: bankQuestion,
})

export const saveQuestion = endpoint({
  name: 'bank.save',
  method: 'PUT',
  path: QUESTION,
  access: 'staff',
  summary:
    'Other words or another key make a new version, unless nothing differs; 409 when somebody saved one after `version`, or when an active assessment would be left without enough questions',
  params: questionParams,
  body: z
    .object({
      ...questionFields,
      /** The version that was edited. */
      version: z.int(),
      /** Why, for who compares versions. */
      note: z._default(z.optional(singleLine(0, NOTE_MAX)), ''),
    })
    .check(hasMain),
  response: bankQuestion,
  alsoFails: [409],
})

export const setQuestionState = endpoint({
  name: 'bank.state',
  method: 'POST',
  path: `${QUESTION}state/`,
  access: 'staff',
  summary:
    'Retires a question, or takes it back into use; harmless to repeat. 409 when an active assessment would be left without enough questions',
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
  summary: 'Versions whole, newest first, to look at and to compare',
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
  summary: 'Every tag that questions have, with how many have it',
  params: clientParams,
  response: z.object({ results: z.array(bankTag) }),
})

export const changeTag = endpoint({
  name: 'bank.changeTag',
  method: 'POST',
  path: `${BASE}tags/`,
  access: 'staff',
  summary:
    'Another name for a tag in every question; a name that is there already makes one of both, null takes the tag off. Harmless to repeat',
  params: clientParams,
  body: z.object({ tag: singleLine(1, TAG_MAX), to: z.nullable(singleLine(1, TAG_MAX)) }),
  /** In how many questions it stood. */
  response: z.object({ questions: z.int() }),
})

/* ---- files ---- */

/** What the bank asks beyond what a file may hold: four options, one of them right, of a known topic. */
export const bankRowErrors = [
  'not_single_choice',
  'not_four_options',
  'options_equal',
  'topic_unknown',
  'difficulty_unknown',
] as const
export const bankRowStates = ['new', 'duplicate', 'error'] as const

export const importRow = z.object({
  /** Line of a text file, or the number of the item in a package; counted from 1. */
  row: z.int(),
  state: z.enum(bankRowStates),
  prompt: z.string(),
  /** In the file's order; empty where the row could not be read. */
  options: z.array(z.string()),
  explanation: z.string(),
  answer: z.nullable(letter),
  topic_id: z.nullable(id),
  difficulty: z.nullable(z.enum(difficulties)),
  tags: z.array(z.string()),
  issues: z.array(
    z.union([questionIssue, z.object({ code: z.enum(bankRowErrors), detail: z.optional(z.string()) })]),
  ),
})
export type ImportRow = z.infer<typeof importRow>

export const importQuestions = endpoint({
  name: 'bank.import',
  method: 'POST',
  path: `${BASE}imports/`,
  access: 'staff',
  summary:
    'Reads a file of questions: with `apply` the rows without an error are added, without it nothing is written. What the bank has already is not added again, so a repeat is harmless',
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
    /** The language that the file is written in. */
    language,
    /** For rows that name none. */
    topic_id: z.nullable(id),
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
  summary: 'Questions as a table in one language, in the columns that the import reads',
  params: clientParams,
  query: z.object({
    /** The tenant’s first unless said; questions without words in it are left out. */
    language: z.optional(language),
    search: z.optional(z.string().check(z.maxLength(200))),
    topic_id: z.optional(idParam),
    difficulty: z.optional(z.enum(difficulties)),
    tag: z.optional(singleLine(1, TAG_MAX)),
    state: z._default(z.optional(z.enum(questionStates)), 'active'),
  }),
  response: z.object({ file_name: z.string(), questions: z.int(), csv: z.string() }),
})
