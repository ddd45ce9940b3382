/** When a section is open for one learner: drip dates and prerequisites (RULES "Learning"). Pure. */
import { itemState, type Outline, type SectionNode, type ItemStatuses } from './progress.ts'

export type Gate =
  /** It opens at this time. */
  | { readonly reason: 'opens'; readonly at: Date }
  /** These sections come first. */
  | { readonly reason: 'requires'; readonly titles: readonly string[] }

const DAY_MS = 86_400_000

const isDone = (section: SectionNode, statuses: ItemStatuses): boolean =>
  section.topics.every((topic) =>
    topic.items.every((item) => itemState(statuses.get(item.id)) === 'completed'),
  )

export interface GateFacts {
  /** Null without an enrolment: then days after it cannot have passed. */
  readonly enrolledAt: Date | null
  readonly statuses: ItemStatuses
  readonly now: Date
}

const opening = (section: SectionNode, enrolledAt: Date | null): Date | null => {
  const { opensAt = null, opensAfterDays = null } = section
  const afterDays =
    opensAfterDays === null || enrolledAt === null
      ? null
      : new Date(enrolledAt.getTime() + opensAfterDays * DAY_MS)
  if (opensAt === null || afterDays === null) return opensAt ?? afterDays
  return opensAt > afterDays ? opensAt : afterDays
}

/** Why a section is closed; null when it is open. A section that was removed or stands behind itself holds nobody up. */
export const gateOf = (outline: Outline, section: SectionNode, facts: GateFacts): Gate | null => {
  const at = opening(section, facts.enrolledAt)
  if (at && at > facts.now) return { reason: 'opens', at }
  const open = (section.requires ?? [])
    .flatMap((id) => outline.find((each) => each.id === id && id !== section.id) ?? [])
    .filter((required) => !isDone(required, facts.statuses))
  return open.length === 0 ? null : { reason: 'requires', titles: open.map(({ title }) => title) }
}
