/** What the navigations hold (spec §2), decided without a page. */
import type { Feature } from '#contract/client-info/client-info.ts'
import { hasFeature } from '#src/core/client-config/features.ts'
import { paths } from '#src/core/paths.ts'
import { isKnownPath } from '#src/core/routes.ts'

export interface NavItem {
  slug: string
  to: string
  /** The client's own word for something the app has no text for. */
  title?: string
}

/** Spec §2 "Student side navigation". */
const STUDENT: readonly NavItem[] = [
  { slug: 'dashboard', to: paths.home },
  { slug: 'course', to: paths.courses },
  { slug: 'assessment', to: paths.assessments },
  { slug: 'live_class', to: paths.live },
  { slug: 'job_portal', to: paths.jobs },
  { slug: 'attendance', to: paths.attendance },
  { slug: 'community_forum', to: paths.community },
]

const ADMIN_DASHBOARD: NavItem = { slug: 'admin_dashboard', to: paths.adminDashboard }

/** Spec §2 "Admin sidebar". */
const ADMIN: readonly NavItem[] = [
  ADMIN_DASHBOARD,
  { slug: 'admin_manage_students', to: paths.adminStudents },
  { slug: 'admin_course_builder', to: paths.adminCourses },
  { slug: 'admin_workshop_reg', to: paths.adminWorkshops },
  { slug: 'admin_assessment_result', to: paths.adminResults },
  { slug: 'admin_referral', to: paths.adminReferrals },
  { slug: 'admin_emails', to: paths.adminEmails },
  { slug: 'admin_live', to: paths.adminLive },
  { slug: 'admin_payment', to: paths.adminPayments },
  { slug: 'admin_webinar_management', to: paths.adminWebinars },
  { slug: 'admin_attendance', to: paths.adminAttendance },
]

/** Spec §2 "Mobile bottom bar"; it calls the workshops admin_workshop_registrations, the sidebar admin_workshop_reg. */
const ADMIN_BOTTOM: readonly string[] = [
  'admin_dashboard',
  'admin_manage_students',
  'admin_course_builder',
  'admin_attendance',
  'admin_workshop_reg',
  'admin_assessment_result',
]

/** Spec §9 "Interface": mobile bottom bar at most 5 items. */
const BOTTOM_MAX = 5

type Exists = (path: string) => boolean

/** Home is always there; the rest as the client switched it on and its page exists. */
export const studentSideItems = (features: readonly Feature[], exists: Exists = isKnownPath): NavItem[] =>
  STUDENT.filter(({ slug, to }) => to === paths.home || (hasFeature(features, slug) && exists(to)))

/** The dashboard always, the rest by the client's features, compared case-insensitively. */
export const adminSideItems = (features: readonly Feature[], exists: Exists = isKnownPath): NavItem[] =>
  ADMIN.filter((item) => item === ADMIN_DASHBOARD || (hasFeature(features, item.slug) && exists(item.to)))

/** Up to the first five enabled features, each with its first link. */
export const studentBottomItems = (features: readonly Feature[], exists: Exists = isKnownPath): NavItem[] =>
  features
    .filter(({ slug }) => !slug.toLowerCase().startsWith('admin_'))
    .flatMap(({ slug, title, links }) => {
      const to = links[0]?.href
      return to !== undefined && exists(to) ? [{ slug: slug.toLowerCase(), to, title }] : []
    })
    .slice(0, BOTTOM_MAX)

export const adminBottomItems = (features: readonly Feature[], exists: Exists = isKnownPath): NavItem[] => {
  const shown = adminSideItems(features, exists)
  return ADMIN_BOTTOM.flatMap((slug) => shown.filter((item) => item.slug === slug)).slice(0, BOTTOM_MAX)
}

/** The item whose link the path contains; `/` matches only exactly (spec §2). */
export const isActiveLink = (to: string, path: string): boolean =>
  to === paths.home ? path === paths.home : path.includes(to)

/** The course player and a running attempt hide the side navigation and the bottom bar. */
export const isPlayerPath = (path: string): boolean =>
  path.startsWith('/learn/course/') || path.startsWith('/learn/preview/') || path === '/assessment/quiz'
