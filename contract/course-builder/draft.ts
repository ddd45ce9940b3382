/**
 * A course as its authors edit it: one document, changed by small operations. Learners see the published
 * version
 * only. A draft may be incomplete; publishing checks that it is complete.
 */
import * as z from 'zod/mini'
import { id, language, timestamp, type Language } from '../common.ts'
import { difficulty, prices } from '../courses/shapes.ts'
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
/** Room for one article in three languages; pictures are stored as files. */
export const DRAFT_BODY_BYTES = 2 * 1_048_576

/** No control characters except line breaks and tabs; NFC. Spaces at the ends stay while somebody types. */
const text = (max: number) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((value: string) => value.normalize('NFC').replaceAll('\r\n', '\n')),
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

const insertAt = <T>(list: readonly T[], element: T, index: number): T[] => [
  ...list.slice(0, index),
  element,
  ...list.slice(index),
]
const withoutKey = <T extends { key: string }>(list: readonly T[], key: string) =>
  list.filter((node) => node.key !== key)
/**
 * Returns the same list if nothing changed, so that typing in one lesson does not re-render the whole
 * outline.
 */
const mapStable = <T>(list: T[], change: (element: T) => T): T[] => {
  const next = list.map(change)
  return next.some((element, index) => element !== list[index]) ? next : list
}
const updateByKey = <T extends { key: string }>(list: T[], key: string, change: (node: T) => T): T[] =>
  mapStable(list, (node) => (node.key === key ? change(node) : node))
const mapTopics = (sections: DraftSection[], change: (topic: DraftTopic) => DraftTopic): DraftSection[] =>
  mapStable(sections, (section) => {
    const topics = mapStable(section.topics, change)
    return topics === section.topics ? section : { ...section, topics }
  })

/** A node of a document with its parent and index. */
export const findNode = (
  document: { readonly sections: readonly DraftSection[] },
  kind: NodeKind,
  key: string,
) => {
  for (const [sectionIndex, section] of document.sections.entries()) {
    if (kind === 'section' && section.key === key)
      return { kind, node: section, parent: null, index: sectionIndex }
    for (const [topicIndex, topic] of section.topics.entries()) {
      if (kind === 'topic' && topic.key === key)
        return { kind, node: topic, parent: section.key, index: topicIndex }
      const itemIndex = kind === 'item' ? topic.items.findIndex((item) => item.key === key) : -1
      if (itemIndex >= 0)
        return { kind, node: topic.items[itemIndex] as DraftItem, parent: topic.key, index: itemIndex }
    }
  }
  return null
}

const add = (
  { sections, ...rest }: CourseDocument,
  kind: NodeKind,
  node: DraftSection | DraftTopic | DraftItem,
  parent: string | null,
  index: number,
): CourseDocument => {
  if (kind === 'section') return { ...rest, sections: insertAt(sections, node as DraftSection, index) }
  if (kind === 'topic')
    return {
      ...rest,
      sections: updateByKey(sections, parent ?? '', (section) => ({
        ...section,
        topics: insertAt(section.topics, node as DraftTopic, index),
      })),
    }
  return {
    ...rest,
    sections: mapTopics(sections, (topic) =>
      topic.key === parent ? { ...topic, items: insertAt(topic.items, node as DraftItem, index) } : topic,
    ),
  }
}

const remove = ({ sections, ...rest }: CourseDocument, kind: NodeKind, key: string): CourseDocument => {
  if (kind === 'section')
    return {
      ...rest,
      // A deleted section cannot be completed, so nothing may require it.
      sections: withoutKey(sections, key).map((section) => ({
        ...section,
        requires: section.requires.filter((required) => required !== key),
      })),
    }
  if (kind === 'topic')
    return {
      ...rest,
      sections: sections.map((section) => ({ ...section, topics: withoutKey(section.topics, key) })),
    }
  return {
    ...rest,
    sections: mapTopics(sections, (topic) => ({ ...topic, items: withoutKey(topic.items, key) })),
  }
}

const hasParent = (document: CourseDocument, kind: NodeKind, parent: string | null): boolean => {
  if (kind === 'section') return true
  return findNode(document, kind === 'topic' ? 'section' : 'topic', parent ?? '') !== null
}

/**
 * The document after one operation. Operations that no longer fit (missing node, missing parent, key in use)
 * change
 * nothing, so that one editor's operations can be applied to what another saved.
 */
export const applyOperation = (document: CourseDocument, action: Operation): CourseDocument => {
  switch (action.op) {
    case 'course':
      return { ...document, course: { ...document.course, ...action.set } as CourseSettings }
    case 'section':
      return {
        ...document,
        sections: updateByKey(
          document.sections,
          action.key,
          (section) => ({ ...section, ...action.set }) as DraftSection,
        ),
      }
    case 'topic':
      return {
        ...document,
        sections: mapTopics(document.sections, (topic) =>
          topic.key === action.key ? ({ ...topic, ...action.set } as DraftTopic) : topic,
        ),
      }
    case 'item':
      return {
        ...document,
        sections: mapTopics(document.sections, (topic) => {
          const items = updateByKey(
            topic.items,
            action.key,
            (item) => ({ ...item, ...action.set }) as DraftItem,
          )
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
      const located = findNode(document, action.kind, action.key)
      if (!located || !hasParent(document, action.kind, action.parent)) return document
      const { sections, ...rest } = document
      // Moved, not deleted: sections that require it keep the requirement.
      const remaining =
        action.kind === 'section'
          ? { ...rest, sections: withoutKey(sections, action.key) }
          : remove(document, action.kind, action.key)
      return add(remaining, action.kind, located.node, action.parent, action.index)
    }
    case 'remove':
      return remove(document, action.kind, action.key)
  }
}

export const applyOperations = (document: CourseDocument, actions: readonly Operation[]): CourseDocument =>
  actions.reduce(applyOperation, document)

/** Combines consecutive changes of the same node, so that typing in one field is one operation. */
export const mergeOperations = (actions: readonly Operation[]): Operation[] => {
  const merged: Operation[] = []
  for (const action of actions) {
    const previous = merged.at(-1)
    const isSameNode =
      previous !== undefined &&
      'set' in action &&
      'set' in previous &&
      previous.op === action.op &&
      ('key' in action ? 'key' in previous && previous.key === action.key : true)
    if (isSameNode)
      merged[merged.length - 1] = { ...previous, set: { ...previous.set, ...action.set } } as Operation
    else merged.push(action)
  }
  return merged
}
