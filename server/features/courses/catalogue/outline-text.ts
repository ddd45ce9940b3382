/**
 * The outline of a course as JSON text. In a long course only progress states differ between people. So everything
 * else is written once per structure, and each topic once per combination of states (bench `courses`: a course of 300
 * topics).
 */
import { createHash } from 'node:crypto'
import type { ProgressState } from '#contract/courses/shapes.ts'
import { toLock, titleFields, type OutlineView } from '../courses.mapper.ts'
import {
  stateFromCounts,
  type ItemCounts,
  type Outline,
  type ItemStatuses,
  type TopicNode,
} from '../progress.ts'

interface TopicText {
  readonly head: string
  /** Between the state and the items. */
  readonly middle: string
  /** Each item up to its state. */
  readonly items: readonly string[]
  /** Cached texts by the states of the items. */
  readonly cache: Map<number, string>
}
interface SectionText {
  readonly head: string
  readonly topics: readonly TopicText[]
}
interface OutlineTexts {
  readonly sections: readonly SectionText[]
  /** Hash of everything that is the same for everybody. */
  readonly digest: string
}

/** Texts cached per topic; further combinations of states are written each time. */
const CACHED_PER_TOPIC_MAX = 64
/** With three states per item, more items would overflow a safe integer. */
const ITEMS_MAX = 30
const LOCKED = -1
/** States by their digit in the state code. */
const DIGITS = ['not_started', 'in_progress', 'completed'] as const

const textsCache = new WeakMap<Outline, OutlineTexts>()

/** `{"a":1` without the closing brace. */
const openObject = (part: object) => JSON.stringify(part).slice(0, -1)

const textsOf = (outline: Outline): OutlineTexts => {
  const cached = textsCache.get(outline)
  if (cached) return cached
  const sections = outline.map((section) => ({
    head: openObject({ id: section.id, ...titleFields(section) }),
    topics: section.topics.map((topic) => ({
      head: `${openObject({ id: topic.id, ...titleFields(topic) })},"state":"`,
      middle: `","free_preview":${topic.freePreview},"items":[`,
      items: topic.items.map(
        (item) =>
          `${openObject({ id: item.id, type: item.type, ...titleFields(item), minutes: item.minutes })},"state":"`,
      ),
      cache: new Map<number, string>(),
    })),
  }))
  const commonParts = sections.map(({ head, topics }) => [
    head,
    topics.map((topic) => [topic.head, topic.middle, topic.items]),
  ])
  const texts = {
    sections,
    digest: createHash('sha256').update(JSON.stringify(commonParts)).digest('base64url'),
  }
  textsCache.set(outline, texts)
  return texts
}

const write = (text: TopicText, topicState: ProgressState, states: readonly ProgressState[]): string => {
  const items = text.items.map((head, index) => `${head}${states[index] ?? 'not_started'}"}`)
  return `${text.head}${topicState}${text.middle}${items.join(',')}]}`
}

const cachedText = (
  text: TopicText,
  stateCode: number,
  isCacheable: boolean,
  build: () => string,
): string => {
  const cached = isCacheable ? text.cache.get(stateCode) : undefined
  if (cached !== undefined) return cached
  const built = build()
  if (isCacheable && text.cache.size < CACHED_PER_TOPIC_MAX) text.cache.set(stateCode, built)
  return built
}

/** One topic as one caller sees it, and the code of the states in it. */
const topicText = (
  topic: TopicNode,
  text: TopicText,
  facts: { statuses: ItemStatuses; isOpen: boolean; counted: ItemCounts },
): { text: string; stateCode: number | string } => {
  const { statuses, isOpen, counted } = facts
  const { items } = topic
  let stateCode = 0
  let completed = 0
  let touched = 0
  const digits: number[] = []
  for (const item of items) {
    const status = statuses.get(item.id)
    const digit = status === undefined ? 0 : status.completedAt === null ? 1 : 2
    if (digit > 0) touched += 1
    if (digit === 2) completed += 1
    digits.push(digit)
    stateCode = stateCode * 3 + digit
  }
  counted.total += items.length
  counted.touched += touched
  counted.completed += completed
  if (!isOpen) {
    const locked = () =>
      write(
        text,
        'locked',
        items.map(() => 'locked' as const),
      )
    return { text: cachedText(text, LOCKED, true, locked), stateCode: LOCKED }
  }
  const build = () =>
    write(
      text,
      stateFromCounts({ total: items.length, touched, completed }),
      digits.map((digit) => DIGITS[digit] ?? 'not_started'),
    )
  const isCacheable = items.length <= ITEMS_MAX
  return {
    text: cachedText(text, stateCode, isCacheable, build),
    stateCode: isCacheable ? stateCode : digits.join(''),
  }
}

/**
 * The outline as one caller sees it, with locked topics. Also returns the item counts and a fingerprint that changes
 * with the text.
 */
export const outlineText = (
  outline: Outline,
  statuses: ItemStatuses,
  view: OutlineView,
): { text: string; fingerprint: string; counted: ItemCounts } => {
  const { sections, digest } = textsOf(outline)
  const counted: ItemCounts = { total: 0, touched: 0, completed: 0 }
  const stateCodes: (number | string)[] = []
  const parts = outline.map((section, sectionIndex) => {
    const text = sections[sectionIndex] as SectionText
    const lock = view.lock(section)
    const topics = section.topics.map((topic, topicIndex) => {
      const isOpen = view.mayOpen(topic) && (lock === null || topic.freePreview)
      const built = topicText(topic, text.topics[topicIndex] as TopicText, { statuses, isOpen, counted })
      stateCodes.push(built.stateCode)
      return built.text
    })
    const lockText = lock === null ? '' : `,"lock":${JSON.stringify(toLock(lock))}`
    if (lockText) stateCodes.push(lockText)
    return `${text.head}${lockText},"topics":[${topics.join(',')}]}`
  })
  return { text: `[${parts.join(',')}]`, fingerprint: `${digest} ${stateCodes.join()}`, counted }
}
