import type { BodyOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import { publicFields, shownPart, type PublicField } from '#contract/profile/public-fields.ts'
import type {
  PublicProfile,
  PublicProfileSettings,
  savePublicSettings as contract,
} from '#contract/profile/public-profile.ts'
import { COURSES_SLUG } from '#contract/client-info/feature-slugs.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { MemberScope, PublicScope, Tenant } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { readProfile } from './profile.repository.ts'
import * as rows from './public-profile.repository.ts'

interface Person {
  tenant: Tenant
  userId: number
  language: Language
}

/** Only what the fields name is read. Courses of a client that has no courses any more stay away. */
const profileOf = async (
  db: TenantDb,
  { tenant, userId, language }: Person,
  fields: readonly PublicField[],
): Promise<PublicProfile> => {
  const { clientId } = tenant
  const profile = await readProfile(db, clientId, userId)
  if (!profile) throw notFound()
  const badges = fields.includes('badges') ? await rows.earnedBadges(db, clientId, userId) : []
  const courses =
    fields.includes('courses') && tenant.features.has(COURSES_SLUG)
      ? await rows.finishedCourses(db, { clientId, userId, language })
      : []
  return shownPart(
    {
      name: profile.full_name,
      picture: profile.profile_picture,
      bio: profile.bio,
      links: [profile.professional_url, profile.code_url].filter((url) => url !== null),
      badges: badges.map(({ badge, earned_at: at }) => ({ badge, earned_at: at.toISOString() })),
      courses: courses.map(({ title, completed_at: at }) => ({ title, completed_at: at.toISOString() })),
    },
    fields,
  )
}

const settingsOf = async (db: TenantDb, person: Person): Promise<PublicProfileSettings> => {
  const saved = await rows.readSettings(db, person.tenant.clientId, person.userId)
  const settings = saved ?? { is_on: false, handle: null, fields: [], is_listed: false }
  return { ...settings, whole: await profileOf(db, person, publicFields) }
}

const personOf = (scope: MemberScope, language: Language): Person => ({
  tenant: scope.tenant,
  userId: scope.actor.userId,
  language,
})

export const publicSettings = (scope: MemberScope, language: Language): Promise<PublicProfileSettings> =>
  scope.tx((db) => settingsOf(db, personOf(scope, language)))

const isUniqueViolation = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'
const taken = () => invalidField('handle', fieldIssue('taken'))

export const savePublicSettings = async (
  scope: MemberScope,
  { is_on: isOn, handle, fields, is_listed: isListed }: BodyOf<typeof contract>,
  language: Language,
): Promise<PublicProfileSettings> => {
  if (isOn && handle === null) throw invalidField('handle', fieldIssue('required'))
  const person = personOf(scope, language)
  try {
    return await scope.tx(async (db) => {
      const chosen = { is_on: isOn, handle, fields: [...new Set(fields)], is_listed: isListed }
      const now = scope.clock.now()
      const { clientId } = scope.tenant
      const { userId } = person
      if (!(await rows.writeSettings(db, { clientId, userId, now, settings: chosen }))) throw taken()
      return settingsOf(db, person)
    })
  } catch (error) {
    // Somebody else took the address between the look and the write.
    if (!(error instanceof AppError) && isUniqueViolation(error)) throw taken()
    throw error
  }
}

/** Null for an unknown address and for one that is switched off. */
export const findPublicProfile = async (
  db: TenantDb,
  tenant: Tenant,
  { handle, language }: { handle: string; language: Language },
): Promise<{ profile: PublicProfile; isListed: boolean } | null> => {
  const found = await rows.findPublic(db, tenant.clientId, handle)
  if (!found) return null
  const profile = await profileOf(db, { tenant, userId: found.userId, language }, found.fields)
  return { profile, isListed: found.isListed }
}

/** The same answer for an unknown address and for one that is switched off. */
export const publicProfile = (
  scope: PublicScope,
  handle: string,
  language: Language,
): Promise<PublicProfile> =>
  scope.tx(async (db) => {
    const found = await findPublicProfile(db, scope.tenant, { handle, language })
    if (!found) throw notFound()
    return found.profile
  })
