import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { seedAssessments } from './assessments/seed.ts'
import { seedJobs } from './jobs/seed.ts'
import { seedApplications } from './seed/seed-applications.ts'
import { seedActivity } from './seed/seed-activity.ts'
import { seedAttendance } from './seed/seed-attendance.ts'
import { seedAttempts } from './seed/seed-attempts.ts'
import { seedCatalogue } from './seed/seed-catalogue.ts'
import { seedCertificates } from './seed/seed-certificates.ts'
import { seedCommunity } from './seed/seed-community.ts'
import { seedCourses, type ContentTenant } from './seed/seed-courses.ts'
import { seedLive } from './seed/seed-live.ts'
import { seedPackages } from './seed/seed-packages.ts'
import { seedPaymentLinks } from './seed/seed-payment-links.ts'
import { seedPaidReferrals, seedReferrals } from './seed/seed-referrals.ts'
import { seedProgrammes } from './seed/seed-programmes.ts'
import { seedProfiles } from './seed/seed-profiles.ts'
import { seedSubmissions } from './seed/seed-submissions.ts'
import { seedWorkshops } from './seed/seed-workshops.ts'
import { notifyOfPast } from './seed/seed-notifications.ts'

/** Adds courses, a month of learning and forum conversations to a new demo tenant. */
export const seedContent = async (core: Core, db: TenantDb, tenant: ContentTenant): Promise<void> => {
  await seedProfiles(db, tenant, core.clock.now())
  const courses = await seedCourses(core, db, tenant)
  await seedActivity(core, db, tenant, courses)
  const grades = await seedSubmissions(db, tenant, courses, core.clock.now())
  const now = core.clock.now()
  // Before people pay for courses: their first payment moves a referral on.
  await seedReferrals(db, tenant, now)
  await seedCatalogue(core, db, tenant, courses)
  await seedPackages(core, db, tenant, courses)
  await seedAssessments(db, tenant, courses, core.clock.now())
  await seedAttempts(db, tenant, core.clock.now())
  await seedProgrammes(db, tenant, courses, core.clock.now())
  await seedPaymentLinks(db, tenant, core.clock.now())
  await seedPaidReferrals(db, tenant, now)
  await seedLive(core, db, tenant, courses)
  await seedWorkshops(db, tenant, courses, core.clock.now())
  const warnings = await seedAttendance(core, db, tenant, courses)
  await seedCertificates(core, db, tenant)
  await seedJobs(db, tenant, core.clock.now())
  await seedApplications(core, db, tenant)
  const forumEvents = await seedCommunity(core, db, tenant)
  await notifyOfPast(core, db, tenant.clientId, [...grades, ...forumEvents, ...warnings])
}
