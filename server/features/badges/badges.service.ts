import type { getBadges } from '#contract/badges/badges.ts'
import { FORUM_SLUG } from '#contract/client-info/feature-slugs.ts'
import type { ResponseInputOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { badgeProgress, type BadgeFacts } from './badge-rules.ts'
import { earnedBadges, keepBadges, learningFacts } from './badges.repository.ts'

/** Facts about study time; the activity feature provides them. */
export type TimeFacts = (
  db: TenantDb,
  of: { clientId: number; userId: number; now: Date },
) => Promise<Pick<BadgeFacts, 'currentStreak' | 'longestStreak' | 'weekSeconds'>>

type FactsOf<T> = (db: TenantDb, userId: number) => Promise<T>

/** What badges need of other features; handed over in app.ts. */
export interface BadgeDependencies {
  readonly timeFacts: TimeFacts
  readonly forumFacts: FactsOf<Required<Pick<BadgeFacts, 'threads' | 'upvotesReceived'>>>
  /** Without it, badges for problems are hidden. */
  readonly problemFacts?: FactsOf<Required<Pick<BadgeFacts, 'problemsSolved'>>>
}

/** Returns progress towards each badge. Saves badges reached now, so that they stay when a streak ends. */
export const badges = (
  scope: MemberScope,
  dependencies: BadgeDependencies,
): Promise<ResponseInputOf<typeof getBadges>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const now = scope.clock.now()
    const facts = {
      ...(await learningFacts(db, userId)),
      ...(await dependencies.timeFacts(db, { clientId, userId, now })),
      ...(scope.tenant.features.has(FORUM_SLUG) ? await dependencies.forumFacts(db, userId) : {}),
      ...(await dependencies.problemFacts?.(db, userId)),
    }
    const earned = await earnedBadges(db, clientId, userId)
    const progress = badgeProgress(facts)
    const newlyEarned = progress.filter(({ badge, reached }) => reached && !earned.has(badge))
    await keepBadges(
      db,
      clientId,
      userId,
      newlyEarned.map(({ badge }) => badge),
      now,
    )
    return {
      badges: progress.map(({ badge, reached, value, target }) => {
        const earnedAt = earned.get(badge) ?? (reached ? now : null)
        return { badge, earned_at: earnedAt?.toISOString() ?? null, value: earnedAt ? target : value, target }
      }),
    }
  })
