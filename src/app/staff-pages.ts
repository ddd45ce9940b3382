/** Pages for staff, by address; apart from the members' pages, so that learners do not fetch them. `core/routes.ts` lists the same addresses as plain data (a test compares). */
import { adminPaths } from '#src/core/admin-paths.ts'
import { lazyPage } from '#src/core/i18n/lazy-page.ts'
import type { roleFlags } from '#src/core/session/roles.ts'
import { paths } from '#src/core/paths.ts'
import { MonitorPage, ResultsPage } from '#src/features/assessments/admin/index.ts'
import { AdminAttendancePage, CheckInScreenPage } from '#src/features/attendance/admin/index.ts'
import { ApiPage } from '#src/features/api-access/index.ts'
import { SignInSecurityPage } from '#src/features/auth/index.ts'
import { AdminCertificatesPage, CertificateTemplatesPage } from '#src/features/certificates/admin/index.ts'
import { BuilderCoursesPage } from '#src/features/course-builder/index.ts'
import { AdminDashboardPage } from '#src/features/dashboard/index.ts'
import { GradingPage } from '#src/features/grading/index.ts'
import { LivePlannerPage } from '#src/features/live-admin/index.ts'
import { LessonResultsPage } from '#src/features/grading/lessons/index.ts'
import { BankPage } from '#src/features/question-bank/index.ts'
import {
  PipelinePage,
  RecruitJobsPage,
  ReportsPage as JobReportsPage,
} from '#src/features/recruiting/index.ts'
import { EmailsPage } from '#src/features/emails/index.ts'
import { PlatformPage } from '#src/features/platform/index.ts'
import { SecurityPage } from '#src/features/security/index.ts'
import { SettingsPage } from '#src/features/settings/index.ts'
import { StudentsPage, WriteToPerson } from '#src/features/students/index.ts'
import { WorkshopRegistrationsPage } from '#src/features/workshops/admin/index.ts'
import { AdminReferralsPage, PaymentLinksPage, PaymentsPage } from '#src/features/money/admin/index.ts'
import { ModerationPage } from '#src/features/community/index.ts'
import { PreviewPage } from '#src/features/courses/learning/index.ts'
import { pageAt, type PageRoute } from './guest-pages.ts'

const AssessmentAuthoringPage = lazyPage(
  async () => (await import('./pages/AssessmentAuthoringPage.tsx')).AssessmentAuthoringPage,
  'assessments/admin',
)
/** With both of its parts, which would otherwise be fetched one after the other. */
const DashboardPage = lazyPage(async () => {
  const page = import('./pages/DashboardPage.tsx')
  await Promise.all([AdminDashboardPage.preload(), WriteToPerson.preload()])
  return (await page).DashboardPage
}, 'dashboard')
const StaffNewJobPage = lazyPage(
  async () => (await import('./pages/JobEditorPages.tsx')).StaffNewJobPage,
  'recruiting/editor',
)
const StaffEditJobPage = lazyPage(
  async () => (await import('./pages/JobEditorPages.tsx')).StaffEditJobPage,
  'recruiting/editor',
)
const CourseBuilderPage = lazyPage(
  async () => (await import('./pages/CourseBuilderPage.tsx')).CourseBuilderPage,
  'course-builder',
)

/** Results, assessments and question bank have a navigation of their own around them. */
export const assessmentAreaPages: readonly PageRoute[] = [
  { path: adminPaths.results, Page: ResultsPage },
  { path: '/admin/assesment-results/live/:assessmentId', Page: MonitorPage },
  { path: adminPaths.assessments, Page: AssessmentAuthoringPage },
  { path: adminPaths.questionBank, Page: BankPage },
]

/** Pages for admins and instructors (spec 2). */
export const staffPages: readonly PageRoute[] = [
  { path: adminPaths.dashboard, Page: DashboardPage },
  { path: adminPaths.grading, Page: GradingPage },
  { path: adminPaths.lessons, Page: LessonResultsPage },
  { path: adminPaths.courses, Page: BuilderCoursesPage },
  { path: '/admin/courses/:courseId', Page: CourseBuilderPage },
  { path: '/learn/preview/:courseId/:submoduleId', Page: PreviewPage },
  { path: adminPaths.jobs, Page: RecruitJobsPage },
  { path: adminPaths.jobNew, Page: StaffNewJobPage },
  { path: '/admin/jobs/:jobId', Page: PipelinePage },
  { path: '/admin/jobs/:jobId/edit', Page: StaffEditJobPage },
  { path: adminPaths.attendance, Page: AdminAttendancePage },
  { path: '/admin/attendance/check-in', Page: CheckInScreenPage },
  { path: paths.moderation, Page: ModerationPage },
  { path: adminPaths.live, Page: LivePlannerPage },
  { path: adminPaths.students, Page: StudentsPage },
  { path: adminPaths.signIn, Page: SignInSecurityPage },
  { path: adminPaths.workshops, Page: WorkshopRegistrationsPage },
]

/** Pages for admins alone: for instructors they do not exist. */
export const adminPages: readonly PageRoute[] = [
  { path: adminPaths.security, Page: SecurityPage },
  { path: adminPaths.settings, Page: SettingsPage },
  { path: adminPaths.api, Page: ApiPage },
  { path: adminPaths.certificates, Page: AdminCertificatesPage },
  { path: adminPaths.certificateTemplates, Page: CertificateTemplatesPage },
  { path: adminPaths.jobReports, Page: JobReportsPage },
  { path: adminPaths.paymentList, Page: PaymentsPage },
  { path: adminPaths.payments, Page: PaymentLinksPage },
  { path: adminPaths.emails, Page: EmailsPage },
  { path: adminPaths.referrals, Page: AdminReferralsPage },
]

/** Pages for superadmins alone: for everybody else they do not exist. */
export const superadminPages: readonly PageRoute[] = [{ path: adminPaths.platform, Page: PlatformPage }]

/** Undefined for an address without a page, or with a page that the role may not open. */
export const staffPageAt = (
  pathname: string,
  { mayAdminister, mayEnterAdmin, isSuperAdmin }: ReturnType<typeof roleFlags>,
): PageRoute['Page'] | undefined =>
  pageAt(
    [
      // First: `/admin/jobs/reports` is no number of a job.
      ...(mayAdminister ? adminPages : []),
      ...(isSuperAdmin ? superadminPages : []),
      ...(mayEnterAdmin ? [...assessmentAreaPages, ...staffPages] : []),
    ],
    pathname,
  )
