/** Pages behind sign-in, by address. `core/routes.ts` lists the same addresses as plain data (a test compares). */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'
import type { Role } from '#contract/common.ts'
import { paths } from '#src/core/paths.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { MonitorPage, ResultsPage } from '#src/features/assessments/admin/index.ts'
import {
  AssessmentListPage,
  InstructionPage,
  MyResultsPage,
  PhonePage,
  QuizPage,
  ReceiptPage,
  ResultPage,
  ReviewPage,
  RoadmapPage,
} from '#src/features/assessments/index.ts'
import { AdminAttendancePage, CheckInScreenPage } from '#src/features/attendance/admin/index.ts'
import { AttendancePage, CheckInPage } from '#src/features/attendance/index.ts'
import { SignInSecurityPage } from '#src/features/auth/index.ts'
import { AdminCertificatesPage, CertificateTemplatesPage } from '#src/features/certificates/admin/index.ts'
import { CertificatePage, CertificatesPage } from '#src/features/certificates/index.ts'
import { CommunityPage, ModerationPage, ThreadPage } from '#src/features/community/index.ts'
import { BuilderCoursesPage } from '#src/features/course-builder/index.ts'
import {
  ContinueLearningPage,
  CourseListPage,
  InstructorPage,
  RecommendedPage,
} from '#src/features/courses/index.ts'
import { PracticePage, PreviewPage } from '#src/features/courses/learning/index.ts'
import { AdminDashboardPage } from '#src/features/dashboard/index.ts'
import { GradingPage } from '#src/features/grading/index.ts'
import { LivePlannerPage } from '#src/features/live-admin/index.ts'
import { LessonResultsPage } from '#src/features/grading/lessons/index.ts'
import { ApplicationPage, ApplicationsPage } from '#src/features/job-applications/index.ts'
import { JobListPage } from '#src/features/jobs/index.ts'
import { StudyTimePage } from '#src/features/leaderboard/index.ts'
import { LivePage } from '#src/features/live/index.ts'
import { SavedPage } from '#src/features/offline/index.ts'
import { BankPage } from '#src/features/question-bank/index.ts'
import {
  PipelinePage,
  RecruitJobsPage,
  ReportsPage as JobReportsPage,
} from '#src/features/recruiting/index.ts'
import {
  AdminReferralsPage,
  PaymentLinksPage,
  PaymentsPage,
  ReferralsPage,
} from '#src/features/money/index.ts'
import { ProgrammePages } from '#src/features/programmes/index.ts'
import { EmailsPage } from '#src/features/emails/index.ts'
import { SearchPage } from '#src/features/search/index.ts'
import { SecurityPage } from '#src/features/security/index.ts'
import { SettingsPage } from '#src/features/settings/index.ts'
import { WebinarsPage } from '#src/features/webinars/index.ts'
import { StudentsPage } from '#src/features/students/index.ts'
import { WorkshopRegistrationsPage } from '#src/features/workshops/admin/index.ts'
import { pageAt, type PageRoute } from './guest-pages.ts'

/** Pages of the app itself join several features. */
const LearningHomePage = lazyPage(
  async () => (await import('./pages/LearningHomePage.tsx')).LearningHomePage,
  'courses',
)
const CoursePage = lazyPage(async () => (await import('./pages/CoursePage.tsx')).CoursePage, 'courses')
const CourseDonePage = lazyPage(
  async () => (await import('./pages/CourseDonePage.tsx')).CourseDonePage,
  'courses',
  'courses/done',
  'courses/catalogue',
  'leaderboard',
)
const JobPage = lazyPage(
  async () => (await import('./pages/JobPage.tsx')).JobPage,
  'jobs',
  'job-applications',
)
const PlayerPage = lazyPage(
  async () => (await import('./pages/PlayerPage.tsx')).PlayerPage,
  'courses/learning',
)
const NotesPage = lazyPage(async () => (await import('./pages/NotesPage.tsx')).NotesPage, 'courses/learning')
const ProgressPage = lazyPage(
  async () => (await import('./pages/ProgressPage.tsx')).ProgressPage,
  'leaderboard',
  'courses',
  'learner-plan',
)
const UserProfilePage = lazyPage(
  async () => (await import('./pages/UserProfilePage.tsx')).UserProfilePage,
  'profile',
)
const RecordingPage = lazyPage(
  async () => (await import('./pages/RecordingPage.tsx')).RecordingPage,
  'live',
  'courses/learning',
)
const OutboxPage = lazyPage(async () => (await import('./pages/OutboxPage.tsx')).OutboxPage, 'offline')
const AssessmentAuthoringPage = lazyPage(
  async () => (await import('./pages/AssessmentAuthoringPage.tsx')).AssessmentAuthoringPage,
  'assessments/admin',
)
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
export const memberPages: readonly PageRoute[] = [
  { path: paths.home, Page: LearningHomePage },
  { path: paths.learn, Page: LearningHomePage },
  { path: paths.courses, Page: CourseListPage },
  { path: '/courses/:courseId', Page: CoursePage },
  { path: '/courses/:courseId/done', Page: CourseDonePage },
  { path: '/instructors/:instructorId', Page: InstructorPage },
  { path: paths.continueLearning, Page: ContinueLearningPage },
  { path: paths.practice, Page: PracticePage },
  { path: paths.recommendedLearning, Page: RecommendedPage },
  { path: '/learn/course/:courseId/notes', Page: NotesPage },
  { path: '/learn/course/:courseId/:submoduleId', Page: PlayerPage },
  { path: paths.offline, Page: SavedPage },
  { path: paths.outbox, Page: OutboxPage },
  { path: paths.attendance, Page: AttendancePage },
  { path: '/attendance/check-in', Page: CheckInPage },
  { path: paths.assessments, Page: AssessmentListPage },
  { path: paths.assessmentResults, Page: MyResultsPage },
  { path: '/assessments/results/:attemptId', Page: ResultPage },
  { path: '/assessments/results/:attemptId/review', Page: ReviewPage },
  { path: '/assessments/results/:attemptId/receipt', Page: ReceiptPage },
  { path: '/assessment/quiz', Page: QuizPage },
  { path: '/assessment/phone-verification', Page: PhonePage },
  { path: '/assessment/phone-verification/:ref', Page: PhonePage },
  { path: '/assessment/:assessmentId', Page: InstructionPage },
  { path: '/assessment/:assessmentId/:ref', Page: InstructionPage },
  { path: '/roadmap/:assessmentId', Page: RoadmapPage },
  { path: paths.referrals, Page: ReferralsPage },
  { path: paths.certificates, Page: CertificatesPage },
  { path: '/certificates/:serial', Page: CertificatePage },
  { path: paths.jobApplications, Page: ApplicationsPage },
  { path: '/jobs/applications/:applicationId', Page: ApplicationPage },
  { path: paths.community, Page: CommunityPage },
  { path: paths.share, Page: CommunityPage },
  { path: '/community/thread', Page: ThreadPage },
  { path: '/community/thread/:threadId', Page: ThreadPage },
  { path: paths.jobs, Page: JobListPage },
  { path: '/jobs/:jobId', Page: JobPage },
  { path: paths.adminWebinars, Page: WebinarsPage },
  { path: paths.live, Page: LivePage },
  { path: '/live/recordings/:sessionId', Page: RecordingPage },
  { path: '/search', Page: SearchPage },
  { path: paths.progress, Page: ProgressPage },
  { path: paths.profile, Page: UserProfilePage },
  { path: paths.studyTime, Page: StudyTimePage },
  { path: '/flagship-program-payment', Page: ProgrammePages },
  { path: '/nanodegree-program-payment', Page: ProgrammePages },
  { path: '/test-checkout/:checkoutId', Page: ProgrammePages },
]

/** Results, assessments and question bank have a navigation of their own around them. */
export const assessmentAreaPages: readonly PageRoute[] = [
  { path: paths.adminResults, Page: ResultsPage },
  { path: '/admin/assesment-results/live/:assessmentId', Page: MonitorPage },
  { path: paths.adminAssessments, Page: AssessmentAuthoringPage },
  { path: paths.adminQuestionBank, Page: BankPage },
]

/** Pages for admins and instructors (spec 2). */
export const staffPages: readonly PageRoute[] = [
  { path: paths.adminDashboard, Page: AdminDashboardPage },
  { path: paths.adminGrading, Page: GradingPage },
  { path: paths.adminLessons, Page: LessonResultsPage },
  { path: paths.adminCourses, Page: BuilderCoursesPage },
  { path: '/admin/courses/:courseId', Page: CourseBuilderPage },
  { path: '/learn/preview/:courseId/:submoduleId', Page: PreviewPage },
  { path: paths.adminJobs, Page: RecruitJobsPage },
  { path: paths.adminJobNew, Page: StaffNewJobPage },
  { path: '/admin/jobs/:jobId', Page: PipelinePage },
  { path: '/admin/jobs/:jobId/edit', Page: StaffEditJobPage },
  { path: paths.adminAttendance, Page: AdminAttendancePage },
  { path: '/admin/attendance/check-in', Page: CheckInScreenPage },
  { path: paths.moderation, Page: ModerationPage },
  { path: paths.adminLive, Page: LivePlannerPage },
  { path: paths.adminStudents, Page: StudentsPage },
  { path: paths.adminSignIn, Page: SignInSecurityPage },
  { path: paths.adminWorkshops, Page: WorkshopRegistrationsPage },
]

/** Pages for admins alone: for instructors they do not exist. */
export const adminPages: readonly PageRoute[] = [
  { path: paths.adminSecurity, Page: SecurityPage },
  { path: paths.adminSettings, Page: SettingsPage },
  { path: paths.adminCertificates, Page: AdminCertificatesPage },
  { path: paths.adminCertificateTemplates, Page: CertificateTemplatesPage },
  { path: paths.adminJobReports, Page: JobReportsPage },
  { path: paths.adminPaymentList, Page: PaymentsPage },
  { path: paths.adminPayments, Page: PaymentLinksPage },
  { path: paths.adminEmails, Page: EmailsPage },
  { path: paths.adminReferrals, Page: AdminReferralsPage },
]

/** Undefined for an address without a page, or with a page that the role may not open. */
export const memberPageAt = (pathname: string, role: Role | null): PageRoute['Page'] | undefined =>
  pageAt(
    [
      ...memberPages,
      // First: `/admin/jobs/reports` is no number of a job.
      ...(roleFlags(role).mayAdminister ? adminPages : []),
      ...(roleFlags(role).mayEnterAdmin ? [...assessmentAreaPages, ...staffPages] : []),
    ],
    pathname,
  )
