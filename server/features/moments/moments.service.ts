import { momentKinds, type claimMoments, type Moment } from '#contract/moments/moments.ts'
import { COURSES_SLUG } from '#contract/client-info/feature-slugs.ts'
import type { BodyOf, ResponseInputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { deleteToldBefore, momentsOfClaim, takeMoments, type Learner } from './moments.repository.ts'

type MomentOf<K extends Moment['kind']> = Extract<Moment, { kind: K }>

/** What moments need of other features; handed over in app.ts. */
export interface MomentDependencies {
  /** Lessons, sections and courses whose last activity was completed since then. */
  readonly reached: (
    db: TenantDb,
    learner: Learner,
    view: { since: Date; language: Language },
  ) => Promise<MomentOf<'lesson' | 'section' | 'course'>[]>
  /** Badges that were announced since then. */
  readonly badges: (
    db: TenantDb,
    learner: Learner,
    view: { since: Date; now: Date; features: ReadonlySet<string> },
  ) => Promise<MomentOf<'badge'>['badge'][]>
  /** Certificates that were issued since then, those due now included. */
  readonly certificates: (
    db: TenantDb,
    learner: Learner,
    view: { since: Date; now: Date },
  ) => Promise<Omit<MomentOf<'certificate'>, 'kind'>[]>
  /** Null unless today counts. */
  readonly streak: (
    db: TenantDb,
    of: Learner & { now: Date },
  ) => Promise<{ day: string; days: number } | null>
  /** The attempt, if it passed and its result came out since then; else null. */
  readonly passed: (
    db: TenantDb,
    learner: Learner,
    attempt: { id: string; since: Date; now: Date; language: Language },
  ) => Promise<Omit<MomentOf<'assessment'>, 'kind'> | null>
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** What was reached earlier is no news: nothing old is celebrated when the app opens. */
const FRESH_MS = 30 * MINUTE_MS
/** A result may be opened days after it came out, and is news then. */
const FRESH_RESULT_MS = 7 * DAY_MS
/** Longer than anything is fresh. */
const KEPT_MS = 30 * DAY_MS

const subjectOf = (moment: Exclude<Moment, { kind: 'streak' }>): string => {
  switch (moment.kind) {
    case 'course':
      return String(moment.course_id)
    case 'section':
      return String(moment.section_id)
    case 'lesson':
      return String(moment.topic_id)
    case 'assessment':
      return moment.attempt_id
    case 'badge':
      return moment.badge
    case 'certificate':
      return moment.serial
  }
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
const rank = ({ kind }: Moment) => momentKinds.indexOf(kind)

const dueMoments = async (
  db: TenantDb,
  scope: MemberScope,
  { dependencies, attemptId }: { dependencies: MomentDependencies; attemptId: string | undefined },
): Promise<{ subject: string; moment: Moment }[]> => {
  const learner = { clientId: scope.tenant.clientId, userId: scope.actor.userId }
  const now = scope.clock.now()
  const language = languageFor(scope)
  const since = before(now, FRESH_MS)
  const { features } = scope.tenant
  const reached = features.has(COURSES_SLUG)
    ? await dependencies.reached(db, learner, { since, language })
    : []
  const certificates = features.has(COURSES_SLUG)
    ? await dependencies.certificates(db, learner, { since, now })
    : []
  const badges = await dependencies.badges(db, learner, { since, now, features })
  const streak = await dependencies.streak(db, { ...learner, now })
  const result =
    attemptId && features.has('assessment')
      ? await dependencies.passed(db, learner, {
          id: attemptId,
          since: before(now, FRESH_RESULT_MS),
          now,
          language,
        })
      : null
  const moments: Exclude<Moment, { kind: 'streak' }>[] = [
    ...reached,
    ...certificates.map((each) => ({ kind: 'certificate' as const, ...each })),
    ...badges.map((badge) => ({ kind: 'badge' as const, badge })),
    ...(result ? [{ kind: 'assessment' as const, ...result }] : []),
  ]
  return [
    ...moments.map((moment) => ({ subject: subjectOf(moment), moment })),
    // One a day, however long the streak is.
    ...(streak ? [{ subject: streak.day, moment: { kind: 'streak' as const, days: streak.days } }] : []),
  ]
}

/** Takes what is due for this call. Calls of other tabs and devices never get the same moment. */
export const claim = (
  scope: MemberScope,
  dependencies: MomentDependencies,
  body: BodyOf<typeof claimMoments>,
): Promise<ResponseInputOf<typeof claimMoments>> =>
  scope.tx(async (db) => {
    const learner = { clientId: scope.tenant.clientId, userId: scope.actor.userId }
    const now = scope.clock.now()
    await deleteToldBefore(db, learner, before(now, KEPT_MS))
    const moments = await dueMoments(db, scope, { dependencies, attemptId: body.attempt_id })
    await takeMoments(db, learner, { moments, claim: body.idempotency_key, now })
    const taken = await momentsOfClaim(db, learner, body.idempotency_key)
    return { moments: taken.toSorted((a, b) => rank(a) - rank(b)) }
  })
