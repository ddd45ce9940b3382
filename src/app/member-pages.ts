/** Pages behind sign-in, by address. `core/routes.ts` lists the same addresses as plain data (a test compares). */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { paths } from '#src/core/paths.ts'
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
import { AttendancePage, CheckInPage } from '#src/features/attendance/index.ts'
import { CertificatePage, CertificatesPage } from '#src/features/certificates/index.ts'
import { CommunityPage, ThreadPage } from '#src/features/community/index.ts'
import {
  ContinueLearningPage,
  CourseListPage,
  InstructorPage,
  RecommendedPage,
} from '#src/features/courses/index.ts'
import { PracticePage } from '#src/features/courses/learning/index.ts'
import { ApplicationPage, ApplicationsPage } from '#src/features/job-applications/index.ts'
import { JoinPage } from '#src/features/join/index.ts'
import { JobListPage } from '#src/features/jobs/index.ts'
import { StudyTimePage } from '#src/features/leaderboard/index.ts'
import { LivePage } from '#src/features/live/index.ts'
import { SavedPage } from '#src/features/offline/index.ts'
import { ReferralsPage } from '#src/features/money/index.ts'
import { ProgrammePages } from '#src/features/programmes/index.ts'
import { SearchPage } from '#src/features/search/index.ts'
import { WebinarsPage } from '#src/features/webinars/index.ts'
import type { PageRoute } from './guest-pages.ts'

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
  { path: adminPaths.webinars, Page: WebinarsPage },
  { path: paths.live, Page: LivePage },
  { path: '/live/recordings/:sessionId', Page: RecordingPage },
  { path: '/join/:code', Page: JoinPage },
  { path: '/search', Page: SearchPage },
  { path: paths.progress, Page: ProgressPage },
  { path: paths.profile, Page: UserProfilePage },
  { path: paths.studyTime, Page: StudyTimePage },
  { path: '/flagship-program-payment', Page: ProgrammePages },
  { path: '/nanodegree-program-payment', Page: ProgrammePages },
  { path: '/test-checkout/:checkoutId', Page: ProgrammePages },
]
