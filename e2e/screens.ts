import type { Page } from '@playwright/test'

/** Every page of the app: one list for the accessibility scan and the screenshots. */
export interface Screen {
  name: string
  path: string
  who: 'visitor' | 'student' | 'admin' | 'superadmin'
  /** A selector that matches once the page is ready. */
  ready: string
  client?: number
}

const visitor = (name: string, path: string, ready = 'main h1', client?: number): Screen => ({
  name,
  path,
  who: 'visitor',
  ready,
  ...(client ? { client } : {}),
})
const student = (name: string, path: string, ready = 'main h1'): Screen => ({
  name,
  path,
  who: 'student',
  ready,
})

export const screens: readonly Screen[] = [
  visitor('sign-in', '/login'),
  visitor('sign-up', '/signup'),
  visitor('forgot-password', '/forgot-password'),
  visitor('code', '/otp'),
  visitor('inactive', '/login', 'h1', 9),
  visitor('sign-in-tenant-8', '/login', 'main h1', 8),
  visitor('workshop', '/w/chartfun', 'main form', 7),
  visitor('pay-link', '/pay/demo-link-open-000000a', 'main form', 7),
  visitor('pay-link-person', '/pay/demo-link-person-00000', 'main form', 7),
  visitor('pay-link-gone', `/pay/${'A'.repeat(22)}`, 'main [role="alert"]', 7),
  visitor('job-for-visitors', '/jobs/9', 'main aside'),
  visitor('partner-link-gone', `/recruit/1-${'A'.repeat(32)}`, 'main [role="alert"]', 7),
  visitor('person', '/people/asha-verma', 'main h2', 7),
  visitor('legal-terms', '/legal/terms', 'main article h1', 7),
  visitor('verify', '/verify/', 'main form', 7),
  visitor('pwa-test', '/pwa-test'),
  visitor('ios-pwa-test', '/ios-pwa-test'),
  student('home', '/'),
  student('courses', '/courses'),
  student('courses-none-found', '/courses?search=zzzz'),
  student('course', '/courses/{course}'),
  student('course-with-seats', '/courses/5'),
  student('course-done', '/courses/{done}/done'),
  student('instructor', '/instructors/{instructor}'),
  student('continue-learning', '/continue-learning'),
  student('recommended-learning', '/recommended-learning'),
  student('practice', '/practice'),
  student('programme-payment', '/flagship-program-payment', 'main ol li'),
  student('programme-offer', '/nanodegree-program-payment', 'main fieldset'),
  student('course-unknown', '/courses/999999'),
  student('topic', '/learn/course/{course}/{topic}'),
  student('course-notes', '/learn/course/{course}/notes'),
  student('assessments', '/assessments'),
  student('assessment-own-results', '/assessments/results', 'main h1'),
  student('assessment-instructions', '/assessment/2', '[data-check]'),
  student('phone-verification', '/assessment/phone-verification?assessment=1'),
  student('community', '/community'),
  student('community-none-found', '/community?search=zzzz'),
  student('thread', '/community/thread/1'),
  student('thread-invalid', '/community/thread/0', 'h1'),
  student('jobs', '/jobs', 'main li h2'),
  student('job', '/jobs/1', 'main aside button'),
  student('attendance', '/attendance', 'main [id^=class-]'),
  student('check-in', '/attendance/check-in?session={class}', 'main h2'),
  student('live', '/live', 'main section h2'),
  student('webinars-of-a-learner', '/admin/webinar-management?view=past', 'main li h2'),
  student('recording', '/live/recordings/1', 'main video'),
  student('referrals', '/referrals', 'main li bdi'),
  student('certificates', '/certificates', 'main li h3'),
  student('job-applications', '/jobs/applications'),
  student('progress', '/progress'),
  student('search', '/search?q=data', '[role="option"]'),
  student('search-none-found', '/search?q=zzzz', 'main [role="status"]'),
  student('profile', '/user-profile'),
  student('profile-public', '/user-profile#public', 'main form'),
  student('profile-preferences', '/user-profile#preferences', 'main select'),
  student('profile-security', '/user-profile#security', 'main form'),
  student('profile-payments', '/user-profile#payments', 'main section li'),
  student('study-time', '/user-profile/study-time'),
  student('offline', '/offline'),
  student('outbox', '/outbox'),
  student('access-denied', '/admin/dashboard'),
  student('not-found', '/no/such/page'),
  student('profile-own-data', '/user-profile#own-data', 'main section h2'),
  { name: 'admin-dashboard', path: '/admin/dashboard', who: 'admin', ready: 'main [role=table]' },
  {
    name: 'admin-dashboard-rows',
    path: '/admin/dashboard?rows=enrolled',
    who: 'admin',
    ready: 'main [role=table]',
  },
  {
    name: 'admin-dashboard-risk',
    path: '/admin/dashboard?risk=any',
    who: 'admin',
    ready: 'main [role=table]',
  },
  {
    name: 'admin-dashboard-lessons',
    path: '/admin/dashboard?lessons=1',
    who: 'admin',
    ready: 'main [role=table]',
  },
  { name: 'grading', path: '/admin/grading', who: 'admin', ready: 'main h1' },
  { name: 'lesson-results', path: '/admin/grading/lessons', who: 'admin', ready: 'main h1' },
  { name: 'students', path: '/admin/manage-students', who: 'admin', ready: 'main [role=table]' },
  { name: 'a-student', path: '/admin/manage-students?student=3', who: 'admin', ready: 'main section h2' },
  {
    name: 'import-people',
    path: '/admin/manage-students?import=new',
    who: 'admin',
    ready: 'main h2',
  },
  { name: 'workshops', path: '/admin/workshop-registrations', who: 'admin', ready: 'main li h2' },
  { name: 'recruiting-jobs', path: '/admin/jobs', who: 'admin', ready: 'main li a' },
  { name: 'recruiting-board', path: '/admin/jobs/1', who: 'admin', ready: 'main section h2' },
  { name: 'job-editor', path: '/admin/jobs/1/edit', who: 'admin', ready: 'main form' },
  { name: 'job-reports', path: '/admin/jobs/reports', who: 'admin', ready: 'main h1' },
  {
    name: 'workshop-registrations',
    path: '/admin/workshop-registrations?tab=registrations',
    who: 'admin',
    ready: 'main [role=table]',
  },
  {
    name: 'workshop-editor',
    path: '/admin/workshop-registrations?edit=1',
    who: 'admin',
    ready: 'main form',
  },
  { name: 'attendance-classes', path: '/admin/attendance', who: 'admin', ready: 'main li a' },
  { name: 'attendance-disputes', path: '/admin/attendance?view=disputes', who: 'admin', ready: 'main li' },
  {
    name: 'attendance-sheet',
    path: '/admin/attendance?course=1',
    who: 'admin',
    ready: 'main [role=gridcell]',
  },
  {
    name: 'check-in-screen',
    path: '/admin/attendance/check-in?session={class}',
    who: 'admin',
    ready: 'main section h2',
  },
  { name: 'admin-certificates', path: '/admin/certificates', who: 'admin', ready: 'main [role=table]' },
  {
    name: 'certificate-criteria',
    path: '/admin/certificates?view=criteria',
    who: 'admin',
    ready: 'main li h2',
  },
  {
    name: 'certificate-templates',
    path: '/admin/certificate-templates',
    who: 'admin',
    ready: 'main li h3',
  },
  {
    name: 'certificate-template-editor',
    path: '/admin/certificate-templates?design=classic',
    who: 'admin',
    ready: 'main section img',
  },
  { name: 'live-planner', path: '/admin/live', who: 'admin', ready: 'main [aria-pressed=true]' },
  { name: 'live-editor', path: '/admin/live?session=new', who: 'admin', ready: 'main form' },
  { name: 'live-session', path: '/admin/live?session=1', who: 'admin', ready: 'main h2' },
  { name: 'webinars', path: '/admin/webinar-management', who: 'admin', ready: 'main h2' },
  { name: 'admin-courses', path: '/admin/courses', who: 'admin', ready: 'main h1' },
  { name: 'course-builder', path: '/admin/courses/1', who: 'admin', ready: 'main h1' },
  { name: 'course-builder-settings', path: '/admin/courses/1?at=settings', who: 'admin', ready: 'main h1' },
  { name: 'question-bank', path: '/admin/question-bank', who: 'admin', ready: 'main article' },
  { name: 'question', path: '/admin/question-bank?question=3', who: 'admin', ready: 'main form' },
  { name: 'assessments-admin', path: '/admin/assessments', who: 'admin', ready: 'main article' },
  { name: 'assessment-editor', path: '/admin/assessments?assessment=1', who: 'admin', ready: 'main form' },
  { name: 'security-events', path: '/admin/security', who: 'admin', ready: 'main [role=table]' },
  { name: 'api', path: '/admin/api', who: 'admin', ready: 'main h2' },
  { name: 'payments', path: '/admin/payments', who: 'admin', ready: 'main h2' },
  { name: 'referrals-admin', path: '/admin/referals', who: 'admin', ready: 'main [role=table]' },
  {
    name: 'referral-people',
    path: '/admin/referals?view=people',
    who: 'admin',
    ready: 'main [role=table]',
  },
  { name: 'payment-links', path: '/admin/payment-links', who: 'admin', ready: 'main [role=table]' },
  { name: 'payment-link', path: '/admin/payment-links?open=5', who: 'admin', ready: 'main ol li' },
  { name: 'payment-link-new', path: '/admin/payment-links?new', who: 'admin', ready: 'main form' },
  {
    name: 'payment-provider',
    path: '/admin/payments?view=provider',
    who: 'admin',
    ready: '#payment-provider',
  },
  { name: 'coupons', path: '/admin/payments?view=coupons', who: 'admin', ready: 'main [role=table]' },
  ...(['clients', 'jobs', 'health', 'rollout'] as const).map((part) => ({
    name: `platform-${part}`,
    path: `/admin/platform?part=${part}`,
    who: 'superadmin' as const,
    ready: 'main [role="tabpanel"] :is([role="table"], section)',
  })),
  { name: 'settings', path: '/admin/settings', who: 'admin', ready: 'main figure' },
  ...['accounts', 'legal', 'domains', 'services'].map((part) => ({
    name: `settings-${part}`,
    path: `/admin/settings?part=${part}`,
    who: 'admin' as const,
    ready: 'main section',
  })),
  { name: 'programme-orders', path: '/admin/payments?view=orders', who: 'admin', ready: 'main [role=table]' },
  { name: 'programmes-admin', path: '/admin/payments?view=programmes', who: 'admin', ready: 'main article' },
  { name: 'campaigns', path: '/admin/email-send', who: 'admin', ready: 'main h1' },
  { name: 'automations', path: '/admin/email-send?part=automations', who: 'admin', ready: 'main li h2' },
  { name: 'left-out-addresses', path: '/admin/email-send?part=addresses', who: 'admin', ready: 'main h1' },
  { name: 'mail-counting', path: '/admin/email-send?part=feedback', who: 'admin', ready: 'main h2' },
  { name: 'moderation', path: '/community/moderation', who: 'admin', ready: 'main h1' },
  { name: 'assessment-totals', path: '/admin/assesment-results', who: 'admin', ready: 'main article' },
  {
    name: 'assessment-results',
    path: '/admin/assesment-results?assessment=1',
    who: 'admin',
    ready: 'main [role=tabpanel]',
  },
  { name: 'assessment-live', path: '/admin/assesment-results/live/1', who: 'admin', ready: 'main h1' },
  { name: 'recruiting-list', path: '/admin/jobs/1?view=list', who: 'admin', ready: 'main [role=table]' },
  { name: 'live-settings', path: '/admin/live?settings=1', who: 'admin', ready: 'main form' },
]

/** The class of the demo that is under way. */
const classUnderWay = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/clients/7/live/schedule/', {
      headers: { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` },
    })
    const { results } = (await answer.json()) as {
      results: { id: number; kind: string; starts_at: string }[]
    }
    const found = results.find(
      ({ kind, starts_at }) => kind === 'class' && Date.parse(starts_at) < Date.now(),
    )
    if (!found) throw new Error('No class is under way.')
    return found.id
  })

/**
 * Fills `{course}`, `{topic}` and `{instructor}` with a course that the student has started, `{done}` with a finished one,
 * `{class}` with the class that is under way.
 */
export const realPath = async (page: Page, screen: Pick<Screen, 'path'>): Promise<string> => {
  if (screen.path.includes('{class}'))
    return screen.path.replace('{class}', String(await classUnderWay(page)))
  if (!screen.path.includes('{')) return screen.path
  const ids = await page.evaluate(async () => {
    const token = localStorage.getItem('token') ?? ''
    const answer = await fetch('/api/clients/7/student/learning-home/', {
      headers: { authorization: `Bearer ${token}` },
    })
    const home = (await answer.json()) as {
      continue_learning: { course_id: number; topic_id: number }[]
      courses: { course_id: number; state: string }[]
    }
    const [next] = home.continue_learning
    if (!next) return undefined
    const detail = await fetch(`/api/clients/7/courses/${next.course_id}/`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { instructors } = (await detail.json()) as { instructors: { id: number }[] }
    const done = home.courses.find(({ state }) => state === 'completed')
    return { ...next, instructor_id: instructors[0]?.id ?? 0, done_id: done?.course_id ?? 0 }
  })
  if (!ids) throw new Error('The demo student has not started a course.')
  return screen.path
    .replace('{course}', String(ids.course_id))
    .replace('{topic}', String(ids.topic_id))
    .replace('{instructor}', String(ids.instructor_id))
    .replace('{done}', String(ids.done_id))
}

export const withQuery = (path: string, query: Record<string, string>) => {
  const params = new URLSearchParams(query).toString()
  if (!params) return path
  const [page = '', hash] = path.split('#')
  return `${page}${page.includes('?') ? '&' : '?'}${params}${hash === undefined ? '' : `#${hash}`}`
}
