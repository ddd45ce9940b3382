import type { ThreadOrder } from '#contract/community/community.ts'

export interface ThreadFilter {
  readonly ordering: ThreadOrder
  /** Folded words; each must be found. */
  readonly words: readonly string[]
  /** The whole name, in any case, as tags are told apart (spec 9). */
  readonly tag: string | null
  readonly bookmarked: boolean
  readonly mine: boolean
  readonly unanswered: boolean
}

/** Collects the parameters of a statement; the first two are always those of the viewer. */
export interface SqlParameters {
  readonly values: unknown[]
  readonly add: (value: unknown) => string
}
