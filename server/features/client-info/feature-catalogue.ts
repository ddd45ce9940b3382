/**
 * Every feature a client can switch on, in the order of the menus (spec 2).
 * `available` says that its pages exist; other entries are never sent to the app, whatever a client switched on. When the
 * pages of a feature are built, only its entry here changes.
 */
import {
  COURSES_SLUG,
  FORUM_SLUG,
  featureSlugs,
  type FeatureSlug,
} from '#contract/client-info/feature-slugs.ts'

export interface CatalogueEntry {
  readonly slug: FeatureSlug
  /** The wording of the specification, including its misspellings. */
  readonly title: string
  readonly href: string
  readonly area: 'student' | 'admin'
  readonly available: boolean
}

export const featureCatalogue = [
  { slug: 'dashboard', title: 'Dashboard', href: '/', area: 'student', available: true },
  { slug: COURSES_SLUG, title: 'Courses', href: '/courses', area: 'student', available: true },
  { slug: 'assessment', title: 'Assessments', href: '/assessments', area: 'student', available: true },
  { slug: 'live_class', title: 'Live Classes', href: '/live', area: 'student', available: true },
  { slug: 'job_portal', title: 'Job Portal', href: '/jobs', area: 'student', available: true },
  { slug: 'attendance', title: 'Attendance', href: '/attendance', area: 'student', available: true },
  { slug: FORUM_SLUG, title: 'Community', href: '/community', area: 'student', available: true },
  { slug: 'admin_dashboard', title: 'Dashboard', href: '/admin/dashboard', area: 'admin', available: true },
  {
    slug: 'admin_manage_students',
    title: 'Manage Students',
    href: '/admin/manage-students',
    area: 'admin',
    available: true,
  },
  {
    slug: 'admin_course_builder',
    title: 'Course Builder',
    href: '/admin/courses',
    area: 'admin',
    available: true,
  },
  {
    slug: 'admin_workshop_reg',
    title: 'Workshop Registrations',
    href: '/admin/workshop-registrations',
    area: 'admin',
    available: true,
  },
  {
    slug: 'admin_assessment_result',
    title: 'Assesment Results',
    href: '/admin/assesment-results',
    area: 'admin',
    available: true,
  },
  { slug: 'admin_referral', title: 'Referrals', href: '/admin/referals', area: 'admin', available: true },
  { slug: 'admin_emails', title: 'Emails', href: '/admin/email-send', area: 'admin', available: true },
  { slug: 'admin_live', title: 'Live', href: '/admin/live', area: 'admin', available: true },
  {
    slug: 'admin_payment',
    title: 'Payment Links',
    href: '/admin/payment-links',
    area: 'admin',
    available: true,
  },
  {
    slug: 'admin_webinar_management',
    title: 'Webinar Management',
    href: '/admin/webinar-management',
    area: 'admin',
    available: true,
  },
  {
    slug: 'admin_attendance',
    title: 'Attendance',
    href: '/admin/attendance',
    area: 'admin',
    available: true,
  },
] as const satisfies readonly CatalogueEntry[]

export type { FeatureSlug }

const availableSlugs = new Set<string>(
  featureCatalogue.filter((entry) => entry.available).map((entry) => entry.slug),
)

export const isAvailable = (slug: string): boolean => availableSlugs.has(slug)

/** The features among these names. */
export const featuresNamed = (names: readonly string[]): ReadonlySet<FeatureSlug> =>
  new Set(featureSlugs.filter((slug) => names.includes(slug)))
