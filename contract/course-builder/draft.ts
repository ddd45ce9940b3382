/**
 * A course as its authors edit it: one document, changed by small operations. Learners see the published
 * version
 * only. A draft may be incomplete; publishing checks that it is complete.
 */
import * as z from 'zod/mini'
import { changeUpTo, id, language, timestamp } from '../common.ts'
import { type Language } from '../languages.ts'
import { difficulty, prices } from '../courses/shapes.ts'
import type { AuthoredProblemInput } from '../problems/problems.ts'
import { quizSettings, type DraftQuestion } from '../courses/quiz.ts'
import { VIDEO_QUESTIONS_MAX, writtenVideoQuestion } from '../courses/video-questions.ts'

export const TITLE_MAX = 200
export const ARTICLE_MAX = 500_000
/** Characters of a whole document as JSON: reading, checking and writing so much keeps each turn of the server below 50 ms. */
export const DOCUMENT_MAX_CHARS = 4_000_000
export const SECTIONS_MAX = 100
export const TOPICS_MAX = 200
export const ITEMS_MAX = 50
export const CHAPTERS_MAX = 50
export const CHAPTER_TITLE_MAX = 120
export const OPERATIONS_MAX = 200
/** Room for one article in three languages; pictures are stored as files. */
export const DRAFT_BODY_BYTES = 2 * 1_048_576

/** No control characters except line breaks and tabs; NFC. Spaces at the ends stay while somebody types. */
const text = (max: number) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform(changeUpTo(max, (value) => value.normalize('NFC').replaceAll('\r\n', '\n'))),
      z.string().check(z.maxLength(max), z.regex(/^(?:\P{Cc}|[\n\t])*$/u)),
    ),
  )
const lines = z.array(text(300)).check(z.maxLength(20))
/**
 * Created with the node, so that a draft can grow without the server; published nodes are named by their id.
 */
export const nodeKey = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
/** In languages other than the course's main language; missing ones fall back to it. */
const titles = z.partialRecord(language, text(TITLE_MAX))
/** Path of a stored file, or an https address. */
const address = z.string().check(z.maxLength(2000), z.regex(/^(?:\/(?!\/)|https:\/\/)[^\s\\]*$/))

export const courseTexts = z.object({
  title: text(TITLE_MAX),
  description: text(5000),
  objectives: lines,
  features: lines,
  requirements: lines,
})
export type CourseTexts = z.infer<typeof courseTexts>

export const courseSettings = z.object({
  /** The main language: every text falls back to it. */
  language,
  texts: z.partialRecord(language, courseTexts),
  difficulty,
  tags: z.array(text(60)).check(z.maxLength(20)),
  price: z.enum(prices),
  /** Minor units; null if premium access is sold elsewhere. */
  price_minor: z.nullable(z.int().check(z.minimum(0), z.maximum(100_000_000))),
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** Null: unlimited. */
  seats: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))),
  cover_url: z.nullable(address.check(z.maxLength(500))),
  /** Alternative text of the cover; empty if it is decorative. */
  cover_alt: z.optional(text(300)),
  instructors: z.array(z.object({ user_id: id, name: z.string(), bio: text(2000) })).check(z.maxLength(20)),
})
export type CourseSettings = z.infer<typeof courseSettings>

export const articleContent = z.object({
  type: z.literal('article'),
  html: z.string().check(z.maxLength(ARTICLE_MAX)),
  /** In languages other than the course's main language. */
  htmls: z.optional(z.partialRecord(language, z.string().check(z.maxLength(ARTICLE_MAX)))),
})
export const videoContent = z.object({
  type: z.literal('video'),
  sources: z.array(z.object({ url: address, mime: text(100) })).check(z.maxLength(5)),
  poster_url: z.nullable(address),
  captions: z.array(z.object({ language, label: text(60), url: address })).check(z.maxLength(10)),
  /** 0 while unknown. */
  duration_seconds: z.number().check(z.minimum(0), z.maximum(86_400)),
  /** In any order in the draft; learners see them ascending. */
  chapters: z.optional(
    z
      .array(
        z.object({
          second: z.number().check(z.minimum(0), z.maximum(86_400)),
          title: text(CHAPTER_TITLE_MAX),
          /** In languages other than the course's main language. */
          titles: z.optional(z.partialRecord(language, text(CHAPTER_TITLE_MAX))),
        }),
      )
      .check(z.maxLength(CHAPTERS_MAX)),
  ),
  /** In any order in the draft, like chapters. */
  questions: z.optional(z.array(writtenVideoQuestion).check(z.maxLength(VIDEO_QUESTIONS_MAX))),
})
/** Incomplete questions and problems are stored as they are; publishing requires their full schema. */
const incomplete = z.record(z.string(), z.unknown())
export const quizContent = z.extend(quizSettings, {
  type: z.literal('quiz'),
  questions: z.array(incomplete).check(z.maxLength(200)),
})
export const problemContent = z.object({ type: z.literal('problem'), problem: incomplete })
/** One launchable part of a SCORM package, with its values from the manifest. */
export const scormContent = z.object({
  type: z.literal('scorm'),
  /** The stored package; null until one is chosen. */
  package_url: z.nullable(address.check(z.maxLength(500))),
  version: z.enum(['1.2', '2004']),
  /** Page in the package, including its query string. */
  launch: text(2000),
  /** An asset reports nothing: opening it completes the item. */
  asset: z.boolean(),
  /** Passing score as a fraction of 1; null if only the package decides. */
  pass_score: z.nullable(z.number().check(z.minimum(-1), z.maximum(1))),
  /** Measured progress that completes the item (SCORM 2004), as a fraction of 1. */
  completion_threshold: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
  launch_data: text(4096),
  /** As in the manifest: HHHH:MM:SS (1.2) or an ISO 8601 duration (2004). */
  time_limit: text(40),
  time_limit_action: text(40),
})
export type ScormContent = z.infer<typeof scormContent>
export const itemContent = z.discriminatedUnion('type', [
  articleContent,
  videoContent,
  quizContent,
  problemContent,
  scormContent,
])
export type ItemContent = z.infer<typeof itemContent>
export type ItemKind = ItemContent['type']
export const itemKinds = [
  'article',
  'video',
  'quiz',
  'problem',
  'scorm',
] as const satisfies readonly ItemKind[]
export type QuizContent = z.infer<typeof quizContent>
export type VideoContent = z.infer<typeof videoContent>
/** The questions of a quiz as the editor uses them. */
export const questionsOf = (quiz: QuizContent) => quiz.questions as unknown as DraftQuestion[]
export const problemOf = (content: z.infer<typeof problemContent>) =>
  content.problem as unknown as AuthoredProblemInput

const itemFields = {
  title: text(TITLE_MAX),
  titles,
  minutes: z.int().check(z.minimum(0), z.maximum(1440)),
  content: itemContent,
}
const topicFields = { title: text(TITLE_MAX), titles, free_preview: z.boolean() }
const sectionFields = {
  title: text(TITLE_MAX),
  titles,
  /** Opens on a date, or a number of days after enrolling; both null: open at once. */
  opens_at: z.nullable(timestamp),
  opens_after_days: z.nullable(z.int().check(z.minimum(1), z.maximum(365))),
  /** Sections that must be completed first. */
  requires: z.array(nodeKey).check(z.maxLength(SECTIONS_MAX)),
}
export const draftItem = z.object({ key: nodeKey, ...itemFields })
export const draftTopic = z.object({
  key: nodeKey,
  ...topicFields,
  items: z.array(draftItem).check(z.maxLength(ITEMS_MAX)),
})
export const draftSection = z.object({
  key: nodeKey,
  ...sectionFields,
  topics: z.array(draftTopic).check(z.maxLength(TOPICS_MAX)),
})
export const courseDocument = z.object({
  course: courseSettings,
  sections: z.array(draftSection).check(z.maxLength(SECTIONS_MAX)),
})
export type DraftItem = z.infer<typeof draftItem>
export type DraftTopic = z.infer<typeof draftTopic>
export type DraftSection = z.infer<typeof draftSection>
export type CourseDocument = z.infer<typeof courseDocument>

/** A new course with empty texts and default settings. */
export const newDocument = (
  title: string,
  mainLanguage: Language,
  sections: CourseDocument['sections'] = [],
): CourseDocument => ({
  course: {
    language: mainLanguage,
    texts: { [mainLanguage]: { title, description: '', objectives: [], features: [], requirements: [] } },
    difficulty: 'beginner',
    tags: [],
    price: 'free',
    price_minor: null,
    currency: null,
    seats: null,
    cover_url: null,
    instructors: [],
  },
  sections,
})

/* ---- operations ---- */

export const nodeKinds = ['section', 'topic', 'item'] as const
export type NodeKind = (typeof nodeKinds)[number]
const index = z.int().check(z.minimum(0), z.maximum(1000))
const position = { parent: z.nullable(nodeKey), index }

export const operation = z.discriminatedUnion('op', [
  z.object({ op: z.literal('course'), set: z.partial(courseSettings) }),
  z.object({ op: z.literal('section'), key: nodeKey, set: z.partial(z.object(sectionFields)) }),
  z.object({ op: z.literal('topic'), key: nodeKey, set: z.partial(z.object(topicFields)) }),
  z.object({ op: z.literal('item'), key: nodeKey, set: z.partial(z.object(itemFields)) }),
  z.object({ op: z.literal('add_section'), index, node: draftSection }),
  z.object({ op: z.literal('add_topic'), ...position, node: draftTopic }),
  z.object({ op: z.literal('add_item'), ...position, node: draftItem }),
  z.object({ op: z.literal('move'), kind: z.enum(nodeKinds), key: nodeKey, ...position }),
  z.object({ op: z.literal('remove'), kind: z.enum(nodeKinds), key: nodeKey }),
])
export type Operation = z.infer<typeof operation>
