import { COURSES_SLUG } from '#contract/client-info/feature-slugs.ts'
import { courseKinds, listDashboardRows, type DashboardRow, type RowKind } from '#contract/dashboard/rows.ts'
import type { Period } from '#contract/dashboard/period.ts'
import { pathFor, type QueryOf, type ResponseInputOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { visibleCourse } from '../dashboard.repository.ts'
import { periodOf, todayOf } from '../period.ts'
import { groupNamed } from '../groups.repository.ts'
import { EVERYBODY, viewerOf } from '../viewers.sql.ts'
import { countRows, foundRows, lessonOf, type FoundRow, type RowQuestion } from './rows.repository.ts'

const ABOUT_LESSON: readonly RowKind[] = ['reached', 'arrived', 'stopped']

const requireRevenue = ({ actor, tenant }: StaffScope): void => {
  if (actor.role === 'instructor') throw new AppError('forbidden', "You don't have permission to do this.")
  if (!tenant.features.has(COURSES_SLUG)) throw notFound()
}

interface Asked {
  kind: RowKind
  from?: string | undefined
  to?: string | undefined
  course?: number | undefined
  lesson?: number | undefined
  group?: number | undefined
}

export interface CheckedQuestion {
  question: RowQuestion
  period: Period
  today: string
  course: { id: number; title: string } | null
  lesson: { id: number; title: string } | null
  group: { id: number; name: string } | null
}

/** What is asked for, if the caller may see it. */
export const checkedQuestion = async (
  db: TenantDb,
  scope: StaffScope,
  asked: Asked,
): Promise<CheckedQuestion> => {
  const viewer = viewerOf(scope)
  const today = await todayOf(db, scope.tenant.clientId, scope.clock.now())
  const period = periodOf(asked, today)
  if (asked.kind === 'revenue') requireRevenue(scope)
  const course = await askedCourse(db, viewer, asked)
  const lesson = await askedLesson(db, course, asked)
  const group = await askedGroup(db, viewer, asked.group)
  return {
    question: {
      viewer,
      kind: asked.kind,
      ...period,
      course: course?.id ?? null,
      lesson: lesson?.id ?? null,
      group: group?.id ?? null,
    },
    period,
    today,
    course,
    lesson,
    group,
  }
}

const askedCourse = async (
  db: TenantDb,
  viewer: number,
  asked: Asked,
): Promise<CheckedQuestion['course']> => {
  if (!courseKinds.some((kind) => kind === asked.kind)) return null
  const course = await visibleCourse(db, viewer, asked.course ?? 0)
  if (!course) throw notFound()
  return course
}

const askedLesson = async (
  db: TenantDb,
  course: CheckedQuestion['course'],
  asked: Asked,
): Promise<CheckedQuestion['lesson']> => {
  if (!ABOUT_LESSON.includes(asked.kind)) return null
  const lesson = course && (await lessonOf(db, course.id, asked.lesson ?? 0))
  if (!lesson) throw notFound()
  return lesson
}

/** Groups are the admins'. */
const askedGroup = async (
  db: TenantDb,
  viewer: number,
  id: number | undefined,
): Promise<CheckedQuestion['group']> => {
  if (id === undefined) return null
  const group = viewer === EVERYBODY ? await groupNamed(db, id) : undefined
  if (!group) throw notFound()
  return group
}

export const toRow = (viewer: number, row: FoundRow): DashboardRow => ({
  key: row.key,
  person:
    row.user_id === null || row.name === null
      ? null
      : { id: row.user_id, name: row.name, email: viewer === EVERYBODY ? row.email : null },
  title: row.title,
  at: row.at?.toISOString() ?? null,
  seconds: row.seconds,
  percent: row.percent,
  is_passed: row.is_passed,
  status: row.status,
  amount_minor: row.amount_minor,
  currency: row.currency,
})

export const dashboardRows = (
  scope: StaffScope,
  query: QueryOf<typeof listDashboardRows>,
): Promise<ResponseInputOf<typeof listDashboardRows>> =>
  scope.tx(async (db) => {
    const { page, page_size: size, ...asked } = query
    const { question, ...checked } = await checkedQuestion(db, scope, asked)
    const rows = await foundRows(db, question, { limit: size, offset: (page - 1) * size })
    return {
      ...pageLinks(
        pathFor(listDashboardRows, { clientId: scope.tenant.clientId }),
        query,
        await countRows(db, question),
      ),
      results: rows.map((row) => toRow(question.viewer, row)),
      ...checked,
    }
  })
