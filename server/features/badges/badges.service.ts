import type { BadgeName, getBadges } from '#contract/badges/badges.ts'
import { FORUM_SLUG } from '#contract/client-info/feature-slugs.ts'
import type { ResponseInputOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { badgeProgress, type BadgeFacts } from './badge-rules.ts'
import {
  announcedBadges,
  earnedBadges,
  hasLearnedBefore,
  keepBadges,
  learningFacts,
  type Learner,
} from './badges.repository.ts'

/** Where badges are shown. */
const BADGES_PATH = '/progress'

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
  readonly notify: Notifier['notify']
  /** Without it, badges for problems are hidden. */
  readonly problemFacts?: FactsOf<Required<Pick<BadgeFacts, 'problemsSolved'>>>
}

interface At extends Learner {
  now: Date
  /** Slugs of the client's features. */
  features: ReadonlySet<string>
}
const DAY_MS = 86_400_000

const factsOf = async (db: TenantDb, at: At, dependencies: BadgeDependencies): Promise<BadgeFacts> => ({
  ...(await learningFacts(db, at.userId)),
  ...(await dependencies.timeFacts(db, at)),
  ...(at.features.has(FORUM_SLUG) ? await dependencies.forumFacts(db, at.userId) : {}),
  ...(await dependencies.problemFacts?.(db, at.userId)),
})

/**
 * Saves the badges reached now, so that they stay when a streak ends, and tells the learner about them. A learner
 * without any badge who has learned for more than a day was never looked at before: what they earned then is no news.
 */
const saveNewBadges = async (
  db: TenantDb,
  at: At,
  found: { reached: readonly BadgeName[]; isFirst: boolean; notify: BadgeDependencies['notify'] },
): Promise<void> => {
  if (found.reached.length === 0) return
  const isOld = found.isFirst && (await hasLearnedBefore(db, at, new Date(at.now.getTime() - DAY_MS)))
  const saved = await keepBadges(db, at, { badges: found.reached, now: at.now, isAnnounced: !isOld })
  if (isOld) return
  for (const badge of saved)
    await found.notify(db, at.clientId, {
      userIds: [at.userId],
      kind: 'badge_earned',
      params: { badge },
      link: BADGES_PATH,
      dedupeKey: `badge_earned:${badge}`,
    })
}

/** Progress towards each badge; the new ones are saved, but not while somebody else looks. */
const judgeBadges = async (db: TenantDb, at: At, dependencies: BadgeDependencies, isOwner = true) => {
  const earned = await earnedBadges(db, at)
  const progress = badgeProgress(await factsOf(db, at, dependencies))
  if (!isOwner) return { earned, progress }
  await saveNewBadges(db, at, {
    reached: progress.flatMap(({ badge, reached }) => (reached && !earned.has(badge) ? [badge] : [])),
    isFirst: earned.size === 0,
    notify: dependencies.notify,
  })
  return { earned, progress }
}

/** Returns progress towards each badge. */
export const badges = (
  scope: MemberScope,
  dependencies: BadgeDependencies,
): Promise<ResponseInputOf<typeof getBadges>> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const { clientId, features } = scope.tenant
    const at = { clientId, userId: scope.actor.userId, now, features }
    const { earned, progress } = await judgeBadges(db, at, dependencies, !scope.actor.support)
    return {
      badges: progress.map(({ badge, reached, value, target }) => {
        const earnedAt = earned.get(badge) ?? (reached ? now : null)
        return { badge, earned_at: earnedAt?.toISOString() ?? null, value: earnedAt ? target : value, target }
      }),
    }
  })

/** Badges that this learner was told of since then, those reached now included. */
export const newBadges =
  (dependencies: BadgeDependencies) =>
  async (
    db: TenantDb,
    learner: Learner,
    { since, now, features }: { since: Date; now: Date; features: ReadonlySet<string> },
  ): Promise<BadgeName[]> => {
    await judgeBadges(db, { ...learner, now, features }, dependencies)
    return announcedBadges(db, learner, since)
  }
