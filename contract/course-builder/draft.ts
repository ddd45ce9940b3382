/**
 * A course as its authors edit it: one document, changed by small operations. Learners see what was published, never
 * this. It may be half-written; what must be complete is asked when it is published. No endpoint lives here.
 */
import * as z from 'zod/mini'
import { id, language, timestamp, type Language } from '../common.ts'
import { difficulty, prices } from '../courses/courses.ts'
import type { AuthoredProblemInput } from '../problems/problems.ts'
import { quizSettings, type AuthoredQuestionInput } from '../courses/quiz.ts'
import { VIDEO_QUESTIONS_MAX, writtenVideoQuestion } from '../courses/video-questions.ts'

export const TITLE_MAX = 200
export const ARTICLE_MAX = 500_000
export const SECTIONS_MAX = 100
export const TOPICS_MAX = 200
export const ITEMS_MAX = 50
export const CHAPTERS_MAX = 50
export const CHAPTER_TITLE_MAX = 120
export const OPERATIONS_MAX = 200
/** Room for one article with its words in three languages; pictures are stored files. */
export const DRAFT_BODY_BYTES = 2 * 1_048_576

/** No control characters but line breaks and tabs; NFC. Spaces at the ends stay while somebody writes. */
const text = (max: number) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((written: string) => written.normalize('NFC').replaceAll('\r\n', '\n')),
      z.string().check(z.maxLength(max), z.regex(/^(?:\P{Cc}|[\n\t])*$/u)),
    ),
  )
const lines = z.array(text(300)).check(z.maxLength(20))
/** Made where the node is made, so that a draft grows without the server; published ones are named by their id. */
export const nodeKey = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
/** Of a language that is not the course's own; what misses falls back to the course's own. */
const titles = z.partialRecord(language, text(TITLE_MAX))
/** Paths of stored files, or https addresses. */
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
  /** The language the course is written in: every text falls back to it. */
  language,
  texts: z.partialRecord(language, courseTexts),
  difficulty,
  tags: z.array(text(60)).check(z.maxLength(20)),
  price: z.enum(prices),
  /** Minor units; null where premium access is given otherwise. */
  price_minor: z.nullable(z.int().check(z.minimum(0), z.maximum(100_000_000))),
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** Null: without limit. */
  seats: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))),
  cover_url: z.nullable(address.check(z.maxLength(500))),
  /** What the cover shows, for who cannot see it; empty for a mere decoration. */
  cover_alt: z.optional(text(300)),
  instructors: z.array(z.object({ user_id: id, name: z.string(), bio: text(2000) })).check(z.maxLength(20)),
})
export type CourseSettings = z.infer<typeof courseSettings>

export const articleContent = z.object({
  type: z.literal('article'),
  html: z.string().check(z.maxLength(ARTICLE_MAX)),
  /** In other languages than the course's own. */
  htmls: z.optional(z.partialRecord(language, z.string().check(z.maxLength(ARTICLE_MAX)))),
})
export const videoContent = z.object({
  type: z.literal('video'),
  sources: z.array(z.object({ url: address, mime: text(100) })).check(z.maxLength(5)),
  poster_url: z.nullable(address),
  captions: z.array(z.object({ language, label: text(60), url: address })).check(z.maxLength(10)),
  /** 0 while unknown. */
  duration_seconds: z.number().check(z.minimum(0), z.maximum(86_400)),
  /** In any order while they are written; learners see them ascending. */
  chapters: z.optional(
    z
      .array(
        z.object({
          second: z.number().check(z.minimum(0), z.maximum(86_400)),
          title: text(CHAPTER_TITLE_MAX),
          /** In other languages than the course's own. */
          titles: z.optional(z.partialRecord(language, text(CHAPTER_TITLE_MAX))),
        }),
      )
      .check(z.maxLength(CHAPTERS_MAX)),
  ),
  /** In any order while they are written, like chapters. */
  questions: z.optional(z.array(writtenVideoQuestion).check(z.maxLength(VIDEO_QUESTIONS_MAX))),
})
/** Half-written questions and problems are kept as they are; publishing asks for their full schema. */
const unfinished = z.record(z.string(), z.unknown())
export const quizContent = z.extend(quizSettings, {
  type: z.literal('quiz'),
  questions: z.array(unfinished).check(z.maxLength(200)),
})
export const problemContent = z.object({ type: z.literal('problem'), problem: unfinished })
/** One launchable part of a SCORM package. What the manifest says of it is kept as it was read. */
export const scormContent = z.object({
  type: z.literal('scorm'),
  /** The stored package; null while none was chosen. */
  package_url: z.nullable(address.check(z.maxLength(500))),
  version: z.enum(['1.2', '2004']),
  /** Page in the package, with what stands behind a question mark. */
  launch: text(2000),
  /** An asset tells nothing: opening it is all there is to do. */
  asset: z.boolean(),
  /** Score that passes, as a part of 1; null where the package alone decides. */
  pass_score: z.nullable(z.number().check(z.minimum(-1), z.maximum(1))),
  /** Measured progress that completes (2004), as a part of 1. */
  completion_threshold: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
  launch_data: text(4096),
  /** As the manifest writes it: HHHH:MM:SS (1.2) or an ISO 8601 duration (2004). */
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
/** The questions of a quiz as the editor knows them. */
export const questionsOf = (quiz: QuizContent) => quiz.questions as unknown as AuthoredQuestionInput[]
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
  /** Opens on a day, or so many days after enrolling; both null: at once. */
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

/** A new course: what nobody said yet is left to its author. */
export const newDocument = (
  title: string,
  main: Language,
  sections: CourseDocument['sections'] = [],
): CourseDocument => ({
  course: {
    language: main,
    texts: { [main]: { title, description: '', objectives: [], features: [], requirements: [] } },
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
const place = { parent: z.nullable(nodeKey), index }

export const operation = z.discriminatedUnion('op', [
  z.object({ op: z.literal('course'), set: z.partial(courseSettings) }),
  z.object({ op: z.literal('section'), key: nodeKey, set: z.partial(z.object(sectionFields)) }),
  z.object({ op: z.literal('topic'), key: nodeKey, set: z.partial(z.object(topicFields)) }),
  z.object({ op: z.literal('item'), key: nodeKey, set: z.partial(z.object(itemFields)) }),
  z.object({ op: z.literal('add_section'), index, node: draftSection }),
  z.object({ op: z.literal('add_topic'), ...place, node: draftTopic }),
  z.object({ op: z.literal('add_item'), ...place, node: draftItem }),
  z.object({ op: z.literal('move'), kind: z.enum(nodeKinds), key: nodeKey, ...place }),
  z.object({ op: z.literal('remove'), kind: z.enum(nodeKinds), key: nodeKey }),
])
export type Operation = z.infer<typeof operation>

const inserted = <T>(list: readonly T[], one: T, at: number): T[] => [
  ...list.slice(0, at),
  one,
  ...list.slice(at),
]
const without = <T extends { key: string }>(list: readonly T[], key: string) =>
  list.filter((one) => one.key !== key)
/** The same list where nothing in it changed: a letter typed into one lesson leaves the rest of an outline as it is. */
const mapped = <T>(list: T[], change: (one: T) => T): T[] => {
  const next = list.map(change)
  return next.some((one, at) => one !== list[at]) ? next : list
}
const changed = <T extends { key: string }>(list: T[], key: string, change: (one: T) => T): T[] =>
  mapped(list, (one) => (one.key === key ? change(one) : one))
const eachTopic = (sections: DraftSection[], change: (topic: DraftTopic) => DraftTopic): DraftSection[] =>
  mapped(sections, (section) => {
    const topics = mapped(section.topics, change)
    return topics === section.topics ? section : { ...section, topics }
  })

/** A node of a document with where it stands. */
export const findNode = (
  document: { readonly sections: readonly DraftSection[] },
  kind: NodeKind,
  key: string,
) => {
  for (const [at, section] of document.sections.entries()) {
    if (kind === 'section' && section.key === key) return { kind, node: section, parent: null, index: at }
    for (const [topicAt, topic] of section.topics.entries()) {
      if (kind === 'topic' && topic.key === key)
        return { kind, node: topic, parent: section.key, index: topicAt }
      const itemAt = kind === 'item' ? topic.items.findIndex((item) => item.key === key) : -1
      if (itemAt >= 0)
        return { kind, node: topic.items[itemAt] as DraftItem, parent: topic.key, index: itemAt }
    }
  }
  return null
}

const add = (
  { sections, ...rest }: CourseDocument,
  kind: NodeKind,
  node: DraftSection | DraftTopic | DraftItem,
  parent: string | null,
  at: number,
): CourseDocument => {
  if (kind === 'section') return { ...rest, sections: inserted(sections, node as DraftSection, at) }
  if (kind === 'topic')
    return {
      ...rest,
      sections: changed(sections, parent ?? '', (section) => ({
        ...section,
        topics: inserted(section.topics, node as DraftTopic, at),
      })),
    }
  return {
    ...rest,
    sections: eachTopic(sections, (topic) =>
      topic.key === parent ? { ...topic, items: inserted(topic.items, node as DraftItem, at) } : topic,
    ),
  }
}

const remove = ({ sections, ...rest }: CourseDocument, kind: NodeKind, key: string): CourseDocument => {
  if (kind === 'section')
    return {
      ...rest,
      // Nobody can complete a section that is gone.
      sections: without(sections, key).map((section) => ({
        ...section,
        requires: section.requires.filter((required) => required !== key),
      })),
    }
  if (kind === 'topic')
    return { ...rest, sections: sections.map((one) => ({ ...one, topics: without(one.topics, key) })) }
  return { ...rest, sections: eachTopic(sections, (one) => ({ ...one, items: without(one.items, key) })) }
}

const hasParent = (document: CourseDocument, kind: NodeKind, parent: string | null): boolean => {
  if (kind === 'section') return true
  return findNode(document, kind === 'topic' ? 'section' : 'topic', parent ?? '') !== null
}

/**
 * The document with one operation done. What no longer fits (a node that is gone, a parent that is gone, a key that is
 * there already) changes nothing, so operations of one editor can be done upon what another one saved.
 */
export const applyOperation = (document: CourseDocument, action: Operation): CourseDocument => {
  switch (action.op) {
    case 'course':
      return { ...document, course: { ...document.course, ...action.set } as CourseSettings }
    case 'section':
      return {
        ...document,
        sections: changed(
          document.sections,
          action.key,
          (one) => ({ ...one, ...action.set }) as DraftSection,
        ),
      }
    case 'topic':
      return {
        ...document,
        sections: eachTopic(document.sections, (one) =>
          one.key === action.key ? ({ ...one, ...action.set } as DraftTopic) : one,
        ),
      }
    case 'item':
      return {
        ...document,
        sections: eachTopic(document.sections, (topic) => {
          const items = changed(topic.items, action.key, (one) => ({ ...one, ...action.set }) as DraftItem)
          return items === topic.items ? topic : { ...topic, items }
        }),
      }
    case 'add_section':
    case 'add_topic':
    case 'add_item': {
      const kind = action.op.slice(4) as NodeKind
      const parent = 'parent' in action ? action.parent : null
      if (findNode(document, kind, action.node.key) || !hasParent(document, kind, parent)) return document
      return add(document, kind, action.node, parent, action.index)
    }
    case 'move': {
      const found = findNode(document, action.kind, action.key)
      if (!found || !hasParent(document, action.kind, action.parent)) return document
      const { sections, ...rest } = document
      // Taken out without letting go of what requires it.
      const taken =
        action.kind === 'section'
          ? { ...rest, sections: without(sections, action.key) }
          : remove(document, action.kind, action.key)
      return add(taken, action.kind, found.node, action.parent, action.index)
    }
    case 'remove':
      return remove(document, action.kind, action.key)
  }
}

export const applyOperations = (document: CourseDocument, actions: readonly Operation[]): CourseDocument =>
  actions.reduce(applyOperation, document)

/** Fewer operations that mean the same: writing in one field is one change, not one a letter. */
export const mergeOperations = (actions: readonly Operation[]): Operation[] => {
  const merged: Operation[] = []
  for (const action of actions) {
    const last = merged.at(-1)
    const same =
      last !== undefined &&
      'set' in action &&
      'set' in last &&
      last.op === action.op &&
      ('key' in action ? 'key' in last && last.key === action.key : true)
    if (same) merged[merged.length - 1] = { ...last, set: { ...last.set, ...action.set } } as Operation
    else merged.push(action)
  }
  return merged
}
