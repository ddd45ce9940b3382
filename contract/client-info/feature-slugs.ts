/** The forum's slug in a client's list of features (spec 3). */
export const FORUM_SLUG = 'community_forum'
/** The courses' slug (spec 2: Student side navigation). */
export const COURSES_SLUG = 'course'

/** Every feature that a client can have, in the order of the menus (spec 2). */
export const featureSlugs = [
  'dashboard',
  COURSES_SLUG,
  'assessment',
  'live_class',
  'job_portal',
  'attendance',
  FORUM_SLUG,
  'admin_dashboard',
  'admin_manage_students',
  'admin_course_builder',
  'admin_workshop_reg',
  'admin_assessment_result',
  'admin_referral',
  'admin_emails',
  'admin_live',
  'admin_payment',
  'admin_webinar_management',
  'admin_attendance',
] as const
export type FeatureSlug = (typeof featureSlugs)[number]

/** The dashboards cannot be switched off (spec 2: Visibility). */
export const alwaysOn = ['dashboard', 'admin_dashboard'] as const satisfies readonly FeatureSlug[]

/** A feature that a client can switch off: then its pages, calls, notifications and saved copies are gone (TE5). */
export type SwitchableFeature = Exclude<FeatureSlug, (typeof alwaysOn)[number]>
