/** Which pages belong to a feature that a client can switch off. */
import type { ClientInfo } from '#contract/client-info/client-info.ts'
import type { SwitchableFeature } from '#contract/client-info/feature-slugs.ts'
import { isBelow } from '#contract/path-below.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { paths } from '#src/core/paths.ts'

/** The beginnings of their addresses; every other page is there for every client. */
const PAGES: readonly (readonly [SwitchableFeature, readonly string[]])[] = [
  [
    'course',
    [
      '/courses',
      '/instructors',
      '/learn/course',
      paths.continueLearning,
      paths.recommendedLearning,
      paths.offline,
      paths.practice,
      adminPaths.paymentList,
      '/flagship-program-payment',
      '/nanodegree-program-payment',
      '/test-checkout',
      paths.certificates,
      adminPaths.certificates,
      adminPaths.certificateTemplates,
    ],
  ],
  ['assessment', ['/assessments', '/assessment', '/roadmap']],
  ['job_portal', [paths.jobs, '/admin/jobs']],
  ['live_class', [paths.live]],
  ['attendance', [paths.attendance]],
  ['community_forum', ['/community']],
  ['admin_course_builder', ['/admin/courses', '/admin/grading', '/learn/preview']],
  ['admin_manage_students', [adminPaths.students, '/join']],
  ['admin_emails', [adminPaths.emails]],
  ['admin_live', [adminPaths.live]],
  ['admin_payment', [adminPaths.payments]],
  ['admin_referral', [paths.referrals, adminPaths.referrals]],
  ['admin_webinar_management', [adminPaths.webinars]],
  ['admin_workshop_reg', [adminPaths.workshops]],
  ['admin_attendance', [adminPaths.attendance]],
  ['admin_assessment_result', [adminPaths.results, adminPaths.assessments, adminPaths.questionBank]],
]

export const featureOfPage = (path: string): SwitchableFeature | undefined =>
  PAGES.find(([, beginnings]) => isBelow(beginnings, path))?.[0]

/**
 * Whether the client has switched the page's feature off: then the page does not exist (TE5). What another app shares
 * is kept for its person even so.
 */
export const isPageOff = (info: Pick<ClientInfo, 'features'> | null, path: string): boolean => {
  return path !== paths.share && isFeatureOff(info, featureOfPage(path))
}
