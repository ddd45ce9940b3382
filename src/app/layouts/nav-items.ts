/** The entries of the navigations (spec 2). Pure. */
import type { Feature } from '#contract/client-info/client-info.ts'
import { hasFeature } from '#src/core/client-config/features.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { paths } from '#src/core/paths.ts'
import { isKnownPath } from '#src/core/routes.ts'

export interface NavItem {
  slug: string
  to: string
  /** The client's title, for a feature that the app has no text for. */
  title?: string
}

/** Order of the student side navigation (spec 2: Student side navigation). */
const STUDENT: readonly NavItem[] = [
  { slug: 'dashboard', to: paths.home },
  { slug: 'course', to: paths.courses },
  { slug: 'assessment', to: paths.assessments },
  { slug: 'live_class', to: paths.live },
  { slug: 'job_portal', to: paths.jobs },
  { slug: 'attendance', to: paths.attendance },
  { slug: 'community_forum', to: paths.community },
]

const ADMIN_DASHBOARD: NavItem = { slug: 'admin_dashboard', to: adminPaths.dashboard }

/** Order of the admin sidebar (spec 2: Admin sidebar). */
const ADMIN: readonly NavItem[] = [
  ADMIN_DASHBOARD,
  { slug: 'admin_manage_students', to: adminPaths.students },
  { slug: 'admin_course_builder', to: adminPaths.courses },
  { slug: 'admin_workshop_reg', to: adminPaths.workshops },
  { slug: 'admin_assessment_result', to: adminPaths.results },
  { slug: 'admin_referral', to: adminPaths.referrals },
  { slug: 'admin_emails', to: adminPaths.emails },
  { slug: 'admin_live', to: adminPaths.live },
  { slug: 'admin_payment', to: adminPaths.payments },
  { slug: 'admin_webinar_management', to: adminPaths.webinars },
  { slug: 'admin_attendance', to: adminPaths.attendance },
]

/** Order of the mobile bottom bar (spec 2: Mobile bottom bar). */
const ADMIN_BOTTOM: readonly string[] = [
  'admin_dashboard',
  'admin_manage_students',
  'admin_course_builder',
  'admin_attendance',
  'admin_workshop_reg',
  'admin_assessment_result',
]

/** The specification also calls the workshops so, for the bottom bar: a client may have switched on either name. */
const OTHER_NAMES: Readonly<Record<string, string>> = { admin_workshop_reg: 'admin_workshop_registrations' }

const isSwitchedOn = (features: readonly Feature[], slug: string): boolean =>
  hasFeature(features, slug) || hasFeature(features, OTHER_NAMES[slug] ?? slug)

/** Most entries of the mobile bottom bar (spec 9: Interface). */
const BOTTOM_MAX = 5

type Exists = (path: string) => boolean

/** Home always; the others if the client enabled the feature and its page exists. */
export const studentSideItems = (features: readonly Feature[], exists: Exists = isKnownPath): NavItem[] =>
  STUDENT.filter(({ slug, to }) => to === paths.home || (hasFeature(features, slug) && exists(to)))

/** The dashboard always; the others by the client's features, compared case-insensitively. */
export const adminSideItems = (features: readonly Feature[], exists: Exists = isKnownPath): NavItem[] =>
  ADMIN.filter((item) => item === ADMIN_DASHBOARD || (isSwitchedOn(features, item.slug) && exists(item.to)))

/** Part of the course builder's feature, after the specified entries. */
const ADMIN_GRADING: NavItem = { slug: 'admin_grading', to: adminPaths.grading }

/** Part of the job portal, after the specified entries: the pipeline of recruiters. */
const ADMIN_JOBS: NavItem = { slug: 'admin_jobs', to: adminPaths.jobs }

/** Part of the courses, for admins alone, after the specified entries (spec 2: certificate portal). */
const ADMIN_CERTIFICATES: NavItem = { slug: 'admin_certificates', to: adminPaths.certificates }

/** Part of the courses, for admins alone, after the specified entries: what was paid. */
const ADMIN_PAYMENT_LIST: NavItem = { slug: 'admin_payment_list', to: adminPaths.paymentList }

/** Not a feature of the client: admins always have it, after the specified entries. */
const ADMIN_SECURITY: NavItem = { slug: 'admin_security', to: adminPaths.security }

/** Not a feature of the client: admins always have it, as the last entry. */
const ADMIN_API: NavItem = { slug: 'admin_api', to: adminPaths.api }

/** Not a feature of the client: admins always have it, at the end. */
const ADMIN_SETTINGS: NavItem = { slug: 'admin_settings', to: adminPaths.settings }

/** Of the installation, for superadmins alone, at the end. */
const ADMIN_PLATFORM: NavItem = { slug: 'admin_platform', to: adminPaths.platform }

/** The whole sidebar of the admin area, by the client's features and for whom. */
export const adminItems = (
  features: readonly Feature[],
  { mayAdminister, isSuperAdmin }: { mayAdminister: boolean; isSuperAdmin: boolean },
): NavItem[] => [
  ...adminSideItems(features),
  ...(hasFeature(features, 'admin_course_builder') ? [ADMIN_GRADING] : []),
  ...(hasFeature(features, 'job_portal') ? [ADMIN_JOBS] : []),
  ...(mayAdminister && hasFeature(features, 'course') ? [ADMIN_CERTIFICATES, ADMIN_PAYMENT_LIST] : []),
  ...(mayAdminister ? [ADMIN_SECURITY, ADMIN_SETTINGS, ADMIN_API] : []),
  ...(isSuperAdmin ? [ADMIN_PLATFORM] : []),
]

/** The first five enabled features, each with its first link. */
export const studentBottomItems = (features: readonly Feature[], exists: Exists = isKnownPath): NavItem[] =>
  features
    .filter(({ slug }) => !slug.toLowerCase().startsWith('admin_'))
    .flatMap(({ slug, title, links }) => {
      const to = links[0]?.href
      return to !== undefined && exists(to) ? [{ slug: slug.toLowerCase(), to, title }] : []
    })
    .slice(0, BOTTOM_MAX)

export const adminBottomItems = (features: readonly Feature[], exists: Exists = isKnownPath): NavItem[] => {
  const sideItems = adminSideItems(features, exists)
  return ADMIN_BOTTOM.flatMap((slug) => sideItems.filter((item) => item.slug === slug)).slice(0, BOTTOM_MAX)
}

/** Pages whose address does not contain that of the entry to which they belong. */
const CHILD_PAGES: readonly (readonly [to: string, pages: RegExp])[] = [
  [paths.home, /^\/learn$/],
  [paths.courses, /^\/(learn\/course|instructors|continue-learning|recommended-learning|practice)(\/|$)/],
  [paths.assessments, /^\/(assessment|roadmap)\//],
  [adminPaths.results, /^\/admin\/(assessments|question-bank)(\/|$)/],
  [adminPaths.security, /^\/admin\/sign-in-security$/],
  [adminPaths.certificates, /^\/admin\/certificate-templates$/],
]

/** Whether the path contains the link (spec 2; `/` matches only exactly), or is a page below that entry. */
export const isActiveLink = (to: string, path: string): boolean =>
  (to === paths.home ? path === paths.home : path.includes(to)) ||
  CHILD_PAGES.some(([entry, pages]) => entry === to && pages.test(path))

const DONE_PATH = /^\/courses\/[^/]+\/done$/

/** The course player, a finished course and a running attempt hide the side navigation and the bottom bar. */
export const isPlayerPath = (path: string): boolean =>
  DONE_PATH.test(path) ||
  path.startsWith('/learn/course/') ||
  path.startsWith('/learn/preview/') ||
  path === '/assessment/quiz'
