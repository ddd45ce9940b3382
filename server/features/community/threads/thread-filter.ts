import type { ThreadOrder } from '#contract/community/community.ts'

export interface ThreadFilter {
  readonly ordering: ThreadOrder
  /** Folded words; each must be found. */
  readonly words: readonly string[]
  /** Exact name (spec §9). */
  readonly tag: string | null
  readonly bookmarked: boolean
  readonly mine: boolean
  readonly unanswered: boolean
}

/** Collects what a statement's places stand for; the first two are always the viewer's. */
export interface Places {
  readonly values: unknown[]
  readonly add: (value: unknown) => string
}
