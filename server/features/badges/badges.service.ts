import type { getBadges } from '#contract/badges/badges.ts'
import type { ResponseInputOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { badgeProgress, type BadgeFacts } from './badge-rules.ts'
import { earnedBadges, hasForum, keepBadges, learningFacts } from './badges.repository.ts'

/** What badges need of study time; the activity feature's deed. */
export type TimeFacts = (
  db: TenantDb,
  of: { clientId: number; userId: number; now: Date },
) => Promise<Pick<BadgeFacts, 'currentStreak' | 'longestStreak' | 'weekSeconds'>>

type FactsOf<T> = (db: TenantDb, userId: number) => Promise<T>

/** What other features know; their deeds. */
export interface BadgeDependencies {
  readonly timeFacts: TimeFacts
  readonly forumFacts: FactsOf<Required<Pick<BadgeFacts, 'threads' | 'upvotesReceived'>>>
  /** Left out, the badges of problems are not shown. */
  readonly problemFacts?: FactsOf<Required<Pick<BadgeFacts, 'problemsSolved'>>>
}

/** Progress towards each badge. What is reached now is written down, so that it stays when a streak ends. */
export const badges = (
  scope: MemberScope,
  actions: BadgeDependencies,
): Promise<ResponseInputOf<typeof getBadges>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const now = scope.clock.now()
    const facts = {
      ...(await learningFacts(db, userId)),
      ...(await actions.timeFacts(db, { clientId, userId, now })),
      ...((await hasForum(db)) ? await actions.forumFacts(db, userId) : {}),
      ...(await actions.problemFacts?.(db, userId)),
    }
    const earned = await earnedBadges(db, clientId, userId)
    const progress = badgeProgress(facts)
    const fresh = progress.filter(({ badge, reached }) => reached && !earned.has(badge))
    await keepBadges(
      db,
      clientId,
      userId,
      fresh.map(({ badge }) => badge),
      now,
    )
    return {
      badges: progress.map(({ badge, reached, value, target }) => {
        const at = earned.get(badge) ?? (reached ? now : null)
        return { badge, earned_at: at?.toISOString() ?? null, value: at ? target : value, target }
      }),
    }
  })
