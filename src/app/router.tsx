import { Suspense, lazy, type ReactNode } from 'react'
import { Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { MonitorPage, ResultsPage } from '#src/features/assessments/admin/index.ts'
import {
  AssessmentListPage,
  InstructionPage,
  PhonePage,
  QuizPage,
  ReceiptPage,
  ResultPage,
  ReviewPage,
  RoadmapPage,
} from '#src/features/assessments/index.ts'
import { CommunityPage, ModerationPage, ThreadPage } from '#src/features/community/index.ts'
import { BuilderCoursesPage, BuilderPage } from '#src/features/course-builder/index.ts'
import { PreviewPage, problemRunner } from '#src/features/courses/learning/index.ts'
import {
  ContinueLearningPage,
  CourseListPage,
  InstructorPage,
  RecommendedPage,
} from '#src/features/courses/index.ts'
import { AdminDashboardPage } from '#src/features/dashboard/index.ts'
import { StudyTimePage } from '#src/features/leaderboard/index.ts'
import { GradingPage } from '#src/features/grading/index.ts'
import { BankPage } from '#src/features/question-bank/index.ts'
import { LessonResultsPage } from '#src/features/grading/lessons/index.ts'
import { RequireRole } from './access/RequireRole.tsx'
import { RouteBoundary } from './access/RouteBoundary.tsx'
import { UnknownPath } from './access/UnknownPath.tsx'
import { AreaShell } from './layouts/AreaShell.tsx'
import { PageSkeleton } from './layouts/PageSkeleton.tsx'
import { LearningHomePage } from './pages/home/learning-home.ts'
import { AssessmentArea } from './pages/AssessmentArea.tsx'
import { WithPageSheet } from './sheets/WithPageSheet.tsx'

const UserProfilePage = lazy(async () => ({
  default: (await import('./pages/UserProfilePage.tsx')).UserProfilePage,
}))

const AssessmentAuthoringPage = lazy(async () => ({
  default: (await import('./pages/AssessmentAuthoringPage.tsx')).AssessmentAuthoringPage,
}))

const PlayerPage = lazy(async () => ({ default: (await import('./pages/PlayerPage.tsx')).PlayerPage }))

const NotesPage = lazy(async () => ({ default: (await import('./pages/NotesPage.tsx')).NotesPage }))

const CoursePage = lazy(async () => ({ default: (await import('./pages/CoursePage.tsx')).CoursePage }))
const offline = () => import('./pages/OfflinePages.tsx')
const SavedPage = lazy(async () => ({ default: (await offline()).SavedPage }))
const OutboxPage = lazy(async () => ({ default: (await offline()).OutboxPage }))

interface PageRoute {
  path: string
  element: ReactNode
}

/** The signed-in pages, one line each; `core/routes.ts` lists the same paths. */
export const memberRoutes: readonly PageRoute[] = [
  { path: paths.home, element: <LearningHomePage /> },
  { path: paths.learn, element: <LearningHomePage /> },
  { path: paths.courses, element: <CourseListPage /> },
  { path: '/courses/:courseId', element: <CoursePage /> },
  { path: '/instructors/:instructorId', element: <InstructorPage /> },
  { path: paths.continueLearning, element: <ContinueLearningPage /> },
  { path: paths.recommendedLearning, element: <RecommendedPage /> },
  { path: '/learn/course/:courseId/notes', element: <NotesPage /> },
  { path: '/learn/course/:courseId/:submoduleId', element: <PlayerPage /> },
  { path: paths.offline, element: <SavedPage /> },
  { path: paths.outbox, element: <OutboxPage /> },
  { path: paths.assessments, element: <AssessmentListPage /> },
  { path: '/assessments/results/:attemptId', element: <ResultPage /> },
  { path: '/assessments/results/:attemptId/review', element: <ReviewPage /> },
  { path: '/assessments/results/:attemptId/receipt', element: <ReceiptPage /> },
  { path: '/assessment/quiz', element: <QuizPage /> },
  { path: '/assessment/phone-verification', element: <PhonePage /> },
  { path: '/assessment/phone-verification/:ref', element: <PhonePage /> },
  { path: '/assessment/:assessmentId', element: <InstructionPage /> },
  { path: '/assessment/:assessmentId/:ref', element: <InstructionPage /> },
  { path: '/roadmap/:assessmentId', element: <RoadmapPage /> },
  { path: paths.community, element: <CommunityPage /> },
  { path: paths.share, element: <CommunityPage /> },
  { path: '/community/thread', element: <ThreadPage /> },
  { path: '/community/thread/:threadId', element: <ThreadPage /> },
  { path: paths.profile, element: <UserProfilePage /> },
  { path: paths.studyTime, element: <StudyTimePage /> },
]

/** Pages for admins and instructors (spec 2). */
export const staffRoutes: readonly PageRoute[] = [
  { path: paths.adminDashboard, element: <AdminDashboardPage /> },
  { path: paths.adminGrading, element: <GradingPage /> },
  { path: paths.adminLessons, element: <LessonResultsPage /> },
  {
    path: paths.adminResults,
    element: (
      <AssessmentArea>
        <ResultsPage />
      </AssessmentArea>
    ),
  },
  {
    path: '/admin/assesment-results/live/:assessmentId',
    element: (
      <AssessmentArea>
        <MonitorPage />
      </AssessmentArea>
    ),
  },
  {
    path: paths.adminAssessments,
    element: (
      <AssessmentArea>
        <AssessmentAuthoringPage />
      </AssessmentArea>
    ),
  },
  {
    path: paths.adminQuestionBank,
    element: (
      <AssessmentArea>
        <BankPage />
      </AssessmentArea>
    ),
  },
  { path: paths.adminCourses, element: <BuilderCoursesPage /> },
  { path: '/admin/courses/:courseId', element: <BuilderPage makeRunner={problemRunner} /> },
  { path: '/learn/preview/:courseId/:submoduleId', element: <PreviewPage /> },
  { path: paths.moderation, element: <ModerationPage /> },
]

/** The first stylesheet covers the home; every other page loads the page styles first. */
const IN_FIRST_SHEET: ReadonlySet<string> = new Set([paths.home, paths.learn])
const withStyles = ({ path, element }: PageRoute): ReactNode =>
  IN_FIRST_SHEET.has(path) ? element : <WithPageSheet>{element}</WithPageSheet>

/** Wraps every page, so that its errors and its loading state stay inside the shell. */
const Page = () => {
  const { pathname } = useLocation()
  return (
    <AreaShell>
      <RouteBoundary resetKey={pathname}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </RouteBoundary>
    </AreaShell>
  )
}

export const MemberRouter = () => (
  <Routes>
    <Route element={<Page />}>
      {memberRoutes.map((route) => (
        <Route key={route.path} path={route.path} element={withStyles(route)} />
      ))}
      {staffRoutes.map((route) => (
        <Route key={route.path} path={route.path} element={<RequireRole>{withStyles(route)}</RequireRole>} />
      ))}
      <Route path="*" element={<UnknownPath />} />
    </Route>
  </Routes>
)
