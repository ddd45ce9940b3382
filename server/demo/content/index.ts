import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { seedActivity } from './seed-activity.ts'
import { seedCourses, type ContentTenant } from './seed-courses.ts'

/** Courses and a month of learning for a new demo tenant. */
export const seedContent = async (core: Core, db: TenantDb, tenant: ContentTenant): Promise<void> => {
  await seedActivity(core, db, tenant, await seedCourses(core, db, tenant))
}
