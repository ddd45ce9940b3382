/**
 * The outline of a course as JSON text. Of a long course only states differ from person to person: everything else is
 * written once a structure and kept with it (bench `courses`: a course of 300 topics).
 */
import type { ProgressState } from '#contract/courses.ts'
import { lockOf, named, type OutlineView } from './courses.mapper.ts'
import { itemState, topicState, type Outline, type Standings } from './progress.ts'

interface ItemText {
  readonly id: number
  /** Up to the state. */
  readonly head: string
}
interface TopicText {
  readonly head: string
  /** Between the state and the items. */
  readonly middle: string
  readonly items: readonly ItemText[]
}
interface SectionText {
  readonly head: string
  readonly topics: readonly TopicText[]
}

const kept = new WeakMap<Outline, readonly SectionText[]>()

/** `{"a":1` without the end: more follows. */
const begun = (part: object) => JSON.stringify(part).slice(0, -1)

const textsOf = (outline: Outline): readonly SectionText[] => {
  const known = kept.get(outline)
  if (known) return known
  const texts = outline.map((section) => ({
    head: begun({ id: section.id, ...named(section) }),
    topics: section.topics.map((topic) => ({
      head: `${begun({ id: topic.id, ...named(topic) })},"state":"`,
      middle: `","free_preview":${topic.freePreview},"items":[`,
      items: topic.items.map((item) => ({
        id: item.id,
        head: `${begun({ id: item.id, type: item.type, ...named(item), minutes: item.minutes })},"state":"`,
      })),
    })),
  }))
  kept.set(outline, texts)
  return texts
}

/** The outline as one caller sees it; what the caller may not open is locked. */
export const outlineText = (outline: Outline, standings: Standings, view: OutlineView): string => {
  const texts = textsOf(outline)
  const sections = outline.map((section, at) => {
    const text = texts[at] as SectionText
    const gate = view.gate(section)
    const topics = section.topics.map((topic, place) => {
      const own = text.topics[place] as TopicText
      const open = view.mayOpen(topic) && (gate === null || topic.freePreview)
      const shown = (state: ProgressState): ProgressState => (open ? state : 'locked')
      const items = own.items.map(({ id, head }) => `${head}${shown(itemState(standings.get(id)))}"}`)
      return `${own.head}${shown(topicState(topic, standings))}${own.middle}${items.join(',')}]}`
    })
    const lock = gate === null ? '' : `,"lock":${JSON.stringify(lockOf(gate))}`
    return `${text.head}${lock},"topics":[${topics.join(',')}]}`
  })
  return `[${sections.join(',')}]`
}
