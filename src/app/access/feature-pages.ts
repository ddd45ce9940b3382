/** Which pages belong to a feature that a client can switch off. */
import type { ClientInfo } from '#contract/client-info/client-info.ts'
import type { SwitchableFeature } from '#contract/client-info/feature-slugs.ts'
import { isBelow } from '#contract/path-below.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
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
      paths.adminPaymentList,
      '/flagship-program-payment',
      '/nanodegree-program-payment',
      '/test-checkout',
      paths.certificates,
      paths.adminCertificates,
      paths.adminCertificateTemplates,
    ],
  ],
  ['assessment', ['/assessments', '/assessment', '/roadmap']],
  ['job_portal', [paths.jobs, '/admin/jobs']],
  ['live_class', [paths.live]],
  ['attendance', [paths.attendance]],
  ['community_forum', ['/community']],
  ['admin_course_builder', ['/admin/courses', '/admin/grading', '/learn/preview']],
  ['admin_manage_students', [paths.adminStudents]],
  ['admin_emails', [paths.adminEmails]],
  ['admin_live', [paths.adminLive]],
  ['admin_payment', [paths.adminPayments]],
  ['admin_referral', [paths.referrals, paths.adminReferrals]],
  ['admin_webinar_management', [paths.adminWebinars]],
  ['admin_workshop_reg', [paths.adminWorkshops]],
  ['admin_attendance', [paths.adminAttendance]],
  ['admin_assessment_result', [paths.adminResults, paths.adminAssessments, paths.adminQuestionBank]],
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
