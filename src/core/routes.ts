/** What addresses exist, as plain data: guards and the return path must know without loading a page. */

/** Exempt from the login redirect and never a return destination (spec 2). */
export const authPaths = ['/login', '/signup', '/forgot-password', '/otp'] as const

/** Pages that exist behind sign-in; `:id` stands for any one segment. The router lists the same (a test compares). */
export const memberPaths = [
  '/',
  '/learn',
  '/courses',
  '/courses/:courseId',
  '/courses/:courseId/done',
  '/instructors/:instructorId',
  '/continue-learning',
  '/practice',
  '/recommended-learning',
  '/learn/course/:courseId/notes',
  '/learn/course/:courseId/:submoduleId',
  '/offline',
  '/outbox',
  '/attendance',
  '/attendance/check-in',
  '/assessments',
  '/assessments/results',
  '/assessments/results/:attemptId',
  '/assessments/results/:attemptId/review',
  '/assessments/results/:attemptId/receipt',
  '/assessment/quiz',
  '/assessment/phone-verification',
  '/assessment/phone-verification/:ref',
  '/assessment/:assessmentId',
  '/assessment/:assessmentId/:ref',
  '/roadmap/:assessmentId',
  '/referrals',
  '/certificates',
  '/certificates/:serial',
  '/jobs/applications',
  '/jobs/applications/:applicationId',
  '/community',
  '/community/share',
  '/community/thread',
  '/community/thread/:threadId',
  '/jobs',
  '/jobs/:jobId',
  '/admin/webinar-management',
  '/live',
  '/live/recordings/:sessionId',
  '/join/:code',
  '/search',
  '/progress',
  '/user-profile',
  '/user-profile/study-time',
  '/flagship-program-payment',
  '/nanodegree-program-payment',
  '/test-checkout/:checkoutId',
] as const

/** Spec 2. */
export const staffPaths = [
  '/admin/dashboard',
  '/admin/courses',
  '/admin/courses/:courseId',
  '/learn/preview/:courseId/:submoduleId',
  '/admin/grading',
  '/admin/grading/lessons',
  '/admin/jobs',
  '/admin/jobs/new',
  '/admin/jobs/reports',
  '/admin/jobs/:jobId',
  '/admin/jobs/:jobId/edit',
  '/admin/assesment-results',
  '/admin/assesment-results/live/:assessmentId',
  '/admin/attendance',
  '/admin/attendance/check-in',
  '/admin/question-bank',
  '/admin/assessments',
  '/admin/live',
  '/admin/workshop-registrations',
  '/admin/manage-students',
  '/admin/sign-in-security',
  '/admin/settings',
  '/admin/platform',
  '/admin/certificates',
  '/admin/certificate-templates',
  '/admin/security',
  '/admin/api',
  '/admin/payments',
  '/admin/payment-links',
  '/admin/email-send',
  '/admin/referals',
  '/community/moderation',
] as const

const segments = (path: string) => path.split('/').filter((part) => part !== '')

export const matchesPath = (pattern: string, path: string): boolean => {
  const wanted = segments(pattern)
  const given = segments(path)
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index])
  )
}

export const isAuthPath = (path: string): boolean => authPaths.some((pattern) => matchesPath(pattern, path))

export const isStaffPath = (path: string): boolean => staffPaths.some((pattern) => matchesPath(pattern, path))

export const isKnownPath = (path: string): boolean =>
  [...memberPaths, ...staffPaths, ...authPaths].some((pattern) => matchesPath(pattern, path))

/**
 * Spec 2: the nearest existing parent. Home is every path's ancestor and so counts as none:
 * then the 404 page is shown.
 */
export const nearestParent = (
  path: string,
  exists: (parent: string) => boolean = () => true,
): string | null => {
  const parts = segments(path)
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const parent = `/${parts.slice(0, length).join('/')}`
    if (isKnownPath(parent) && !isAuthPath(parent) && exists(parent)) return parent
  }
  return null
}

/** The learning home has two addresses (spec 2). */
export const isHomePath = (path: string): boolean => path === '/' || path === '/learn'

/**
 * Behind sign-in and also open to visitors, who see it without the app's frame: a job (spec 2), and a check-in, which
 * keeps a scanned code before it sends to sign-in.
 */
export const isVisitorPath = (path: string): boolean =>
  /^\/(jobs\/[1-9]\d{0,8}|attendance\/check-in)\/?$/.test(path)

/** Pages that anybody may open, signed in or not. */
export const openPaths = [
  '/pwa-test',
  '/ios-pwa-test',
  '/dev/ui',
  '/w/:code',
  '/pay/:code',
  '/pay/:code/test/:checkoutId',
  '/recruit/:code',
  '/people/:handle',
  '/legal/:kind',
] as const
export const isOpenPath = (path: string): boolean => openPaths.some((pattern) => matchesPath(pattern, path))
