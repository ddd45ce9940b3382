/**
 * The outline of a course as JSON text. Of a long course only states differ from person to person: everything else is
 * written once a structure, and each topic once for every combination of states that somebody has in it (bench
 * `courses`: a course of 300 topics).
 */
import { createHash } from 'node:crypto'
import type { ProgressState } from '#contract/courses/shapes.ts'
import { lockOf, named, type OutlineView } from '../courses.mapper.ts'
import { summarise, type Counted, type Outline, type ItemStatuses, type TopicNode } from '../progress.ts'

interface TopicText {
  readonly head: string
  /** Between the state and the items. */
  readonly middle: string
  /** Of each item, up to the state. */
  readonly items: readonly string[]
  /** By the states of its items. */
  readonly written: Map<number, string>
}
interface SectionText {
  readonly head: string
  readonly topics: readonly TopicText[]
}
interface OutlineTexts {
  readonly sections: readonly SectionText[]
  /** Of everything that is the same for everybody. */
  readonly digest: string
}

/** What somebody is told of a topic in this many ways; more are written anew each time. */
const WAYS_MAX = 64
/** Three states an item: beyond this many items the number that stands for them is no safe integer. */
const ITEMS_MAX = 30
const LOCKED = -1
/** The digits that stand for a learner's states. */
const DIGITS = ['not_started', 'in_progress', 'completed'] as const

const kept = new WeakMap<Outline, OutlineTexts>()

/** `{"a":1` without the end: more follows. */
const begun = (part: object) => JSON.stringify(part).slice(0, -1)

const textsOf = (outline: Outline): OutlineTexts => {
  const known = kept.get(outline)
  if (known) return known
  const sections = outline.map((section) => ({
    head: begun({ id: section.id, ...named(section) }),
    topics: section.topics.map((topic) => ({
      head: `${begun({ id: topic.id, ...named(topic) })},"state":"`,
      middle: `","free_preview":${topic.freePreview},"items":[`,
      items: topic.items.map(
        (item) =>
          `${begun({ id: item.id, type: item.type, ...named(item), minutes: item.minutes })},"state":"`,
      ),
      written: new Map<number, string>(),
    })),
  }))
  const same = sections.map(({ head, topics }) => [
    head,
    topics.map((topic) => [topic.head, topic.middle, topic.items]),
  ])
  const texts = { sections, digest: createHash('sha256').update(JSON.stringify(same)).digest('base64url') }
  kept.set(outline, texts)
  return texts
}

const write = (text: TopicText, topicState: ProgressState, states: readonly ProgressState[]): string => {
  const items = text.items.map((head, at) => `${head}${states[at] ?? 'not_started'}"}`)
  return `${text.head}${topicState}${text.middle}${items.join(',')}]}`
}

const written = (text: TopicText, way: number, isKept: boolean, make: () => string): string => {
  const known = isKept ? text.written.get(way) : undefined
  if (known !== undefined) return known
  const made = make()
  if (isKept && text.written.size < WAYS_MAX) text.written.set(way, made)
  return made
}

/** One topic as one caller sees it, and the number that stands for the states in it. */
const topicText = (
  topic: TopicNode,
  text: TopicText,
  facts: { statuses: ItemStatuses; open: boolean; counted: Counted },
): { text: string; way: number | string } => {
  const { statuses, open, counted } = facts
  const { items } = topic
  let way = 0
  let completed = 0
  let touched = 0
  const digits: number[] = []
  for (const item of items) {
    const standing = statuses.get(item.id)
    const digit = standing === undefined ? 0 : standing.completedAt === null ? 1 : 2
    if (digit > 0) touched += 1
    if (digit === 2) completed += 1
    digits.push(digit)
    way = way * 3 + digit
  }
  counted.total += items.length
  counted.touched += touched
  counted.completed += completed
  if (!open) {
    const locked = () =>
      write(
        text,
        'locked',
        items.map(() => 'locked' as const),
      )
    return { text: written(text, LOCKED, true, locked), way: LOCKED }
  }
  const make = () =>
    write(
      text,
      summarise({ total: items.length, touched, completed }),
      digits.map((digit) => DIGITS[digit] ?? 'not_started'),
    )
  const isKept = items.length <= ITEMS_MAX
  return { text: written(text, way, isKept, make), way: isKept ? way : digits.join('') }
}

/**
 * The outline as one caller sees it; what the caller may not open is locked. With what was counted on the way, and a
 * mark that differs whenever the text does.
 */
export const outlineText = (
  outline: Outline,
  statuses: ItemStatuses,
  view: OutlineView,
): { text: string; mark: string; counted: Counted } => {
  const { sections, digest } = textsOf(outline)
  const counted: Counted = { total: 0, touched: 0, completed: 0 }
  const ways: (number | string)[] = []
  const parts = outline.map((section, at) => {
    const text = sections[at] as SectionText
    const gate = view.gate(section)
    const topics = section.topics.map((topic, place) => {
      const open = view.mayOpen(topic) && (gate === null || topic.freePreview)
      const made = topicText(topic, text.topics[place] as TopicText, { statuses, open, counted })
      ways.push(made.way)
      return made.text
    })
    const lock = gate === null ? '' : `,"lock":${JSON.stringify(lockOf(gate))}`
    if (lock) ways.push(lock)
    return `${text.head}${lock},"topics":[${topics.join(',')}]}`
  })
  return { text: `[${parts.join(',')}]`, mark: `${digest} ${ways.join()}`, counted }
}
