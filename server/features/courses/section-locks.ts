/** Locks of sections for one learner: drip dates and prerequisites (rules: Learning). Pure. */
import { itemState, type Outline, type SectionNode, type ItemStatuses } from './progress.ts'

export type SectionLock =
  /** Opens at this time. */
  | { readonly reason: 'opens'; readonly at: Date }
  /** These sections have to be completed first. */
  | { readonly reason: 'requires'; readonly titles: readonly string[] }

const DAY_MS = 86_400_000

const isCompleted = (section: SectionNode, statuses: ItemStatuses): boolean =>
  section.topics.every((topic) =>
    topic.items.every((item) => itemState(statuses.get(item.id)) === 'completed'),
  )

export interface SectionLockFacts {
  /** Null without an enrolment; "days after enrolment" have not passed then. */
  readonly enrolledAt: Date | null
  readonly statuses: ItemStatuses
  readonly now: Date
}

const opensAtFor = (section: SectionNode, enrolledAt: Date | null): Date | null => {
  const { opensAt = null, opensAfterDays = null } = section
  const afterDays =
    opensAfterDays === null || enrolledAt === null
      ? null
      : new Date(enrolledAt.getTime() + opensAfterDays * DAY_MS)
  if (opensAt === null || afterDays === null) return opensAt ?? afterDays
  return opensAt > afterDays ? opensAt : afterDays
}

/**
 * The lock of a section; null when it is open. A removed section, or a section that requires itself, locks nothing.
 */
export const sectionLockOf = (
  outline: Outline,
  section: SectionNode,
  facts: SectionLockFacts,
): SectionLock | null => {
  const at = opensAtFor(section, facts.enrolledAt)
  if (at && at > facts.now) return { reason: 'opens', at }
  const incomplete = (section.requires ?? [])
    .flatMap((id) => outline.find((each) => each.id === id && id !== section.id) ?? [])
    .filter((required) => !isCompleted(required, facts.statuses))
  return incomplete.length === 0 ? null : { reason: 'requires', titles: incomplete.map(({ title }) => title) }
}
