import type { getAdminDashboard, getLessonProgress } from '#contract/dashboard/dashboard.ts'
import type { RiskReason } from '#contract/dashboard/at-risk.ts'
import { COURSES_SLUG } from '#contract/client-info/feature-slugs.ts'
import type { QueryOf, ResponseInputOf } from '#contract/endpoint.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import * as repository from './dashboard.repository.ts'
import { formerPeriod, periodOf, stepDays, todayOf } from './period.ts'
import { viewerOf } from './viewers.sql.ts'

const COURSES_MAX = 50

/** Revenue is for those who see the payments, and only while the client has courses to sell. */
export const seesRevenue = ({ actor, tenant }: StaffScope): boolean =>
  actor.role !== 'instructor' && tenant.features.has(COURSES_SLUG)

/**
 * The numbers of the organisation. Admins see the whole client, instructors the courses they teach and the learners in
 * them (rules: Learning).
 */
export const adminDashboard = (
  scope: StaffScope,
  asked: QueryOf<typeof getAdminDashboard>,
): Promise<ResponseInputOf<typeof getAdminDashboard>> =>
  scope.tx(async (db) => {
    const viewer = viewerOf(scope)
    const today = await todayOf(db, scope.tenant.clientId, scope.clock.now())
    const period = periodOf(asked, today)
    const former = formerPeriod(period)
    const fresh = await repository.freshness(db, viewer)
    const risks = await repository.riskCounts(db, viewer)
    return {
      counted_at: fresh?.counted_at.toISOString() ?? null,
      today,
      period,
      former,
      learners: fresh?.learners ?? 0,
      now: await repository.numbersOf(db, viewer, period),
      before: await repository.numbersOf(db, viewer, former),
      steps: await repository.stepsOf(db, viewer, { period, size: stepDays(period) }),
      revenue: seesRevenue(scope) ? await repository.revenueIn(db, period, former) : null,
      courses: await repository.courseNumbers(db, viewer, COURSES_MAX),
      at_risk: {
        any: risks.find(({ reason }) => reason === 'any')?.learners ?? 0,
        reasons: risks.filter(
          (risk): risk is { reason: RiskReason; learners: number } => risk.reason !== 'any',
        ),
      },
    }
  })

export const lessonProgress = (
  scope: StaffScope,
  courseId: number,
  asked: QueryOf<typeof getLessonProgress>,
): Promise<ResponseInputOf<typeof getLessonProgress>> =>
  scope.tx(async (db) => {
    const viewer = viewerOf(scope)
    const today = await todayOf(db, scope.tenant.clientId, scope.clock.now())
    const period = periodOf(asked, today)
    const former = formerPeriod(period)
    const course = await repository.visibleCourse(db, viewer, courseId)
    if (!course) throw notFound()
    const fresh = await repository.freshness(db, viewer)
    const totals = (await repository.courseTotals(db, courseId)) ?? { learners: 0, completed: 0 }
    const lessons = await repository.lessonNumbers(db, courseId, { period, former })
    return {
      counted_at: fresh?.counted_at.toISOString() ?? null,
      today,
      period,
      former,
      course,
      ...totals,
      lessons: lessons.map(({ here: _here, ...lesson }, index) => ({
        ...lesson,
        reached: lessons.slice(index).reduce((sum, { here }) => sum + here, totals.completed),
      })),
    }
  })
