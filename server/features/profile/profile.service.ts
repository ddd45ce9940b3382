import { birthDateProblem } from '#contract/profile/birth-date.ts'
import { toE164 } from '#contract/profile/calling-codes.ts'
import type { OwnProfile, ProfileChange } from '#contract/profile/profile.ts'
import { checkProfileLink, type LinkKind } from '#contract/profile/profile-link.ts'
import type { Language } from '#contract/languages.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { invalidField, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { fullNameOf, namesOf } from './names.ts'
import { readProfile, writeProfile, type ProfileRow, type ProfileValues } from './profile.repository.ts'

export interface AccountChange {
  full_name?: string
  phone_number?: string | null
  profile_picture?: string | null
  language?: Language
}

/** The account belongs to the auth feature, stored files to the files feature; app.ts hands them over. */
export interface ProfileDependencies {
  readonly changes: Pick<ChangeFeed, 'announce'>
  readonly updateAccount: (db: TenantDb, userId: number, now: Date, change: AccountChange) => Promise<void>
  /** False for a name that is no zone. */
  readonly chooseTimeZone: (db: TenantDb, userId: number, zone: string | null, now: Date) => Promise<boolean>
  readonly isPhoneRequired: (db: TenantDb) => Promise<boolean>
  readonly storePicture: (
    clientId: number,
    file: { words: string; ending: string; content: Buffer },
  ) => Promise<string>
  readonly dropPicture: (clientId: number, url: string) => Promise<void>
}

const toOwnProfile = (row: ProfileRow): OwnProfile => ({ ...row, ...namesOf(row.full_name, row) })

/** The profile as it is now; its caller is a member, so it exists. */
export const currentProfile = async (db: TenantDb, scope: MemberScope): Promise<OwnProfile> => {
  const row = await readProfile(db, scope.tenant.clientId, scope.actor.userId)
  if (!row) throw notFound()
  return toOwnProfile(row)
}

export const ownProfile = (scope: MemberScope): Promise<OwnProfile> =>
  scope.tx((db) => currentProfile(db, scope))

const checkedLink = (kind: LinkKind, text: string | null): string | null => {
  if (text === null || text === '') return null
  const checked = checkProfileLink(kind, text)
  if ('problem' in checked) throw invalidField(`${kind}_url`, fieldIssue('invalid'))
  return checked.url
}

const checkedBirthDate = (birthDate: string | null, today: string): string | null => {
  if (birthDate !== null && birthDateProblem(birthDate, today) !== null)
    throw invalidField('date_of_birth', fieldIssue('invalid'))
  return birthDate
}

const checkedPhone = (number: string | null): string | null => {
  if (number === null || number === '') return null
  // Only a number with a plus: the server knows no country to add.
  const checked = toE164('', number)
  if ('problem' in checked) throw invalidField('phone_number', fieldIssue('invalid_phone'))
  return checked.number
}

const profileValues = (change: ProfileChange, before: OwnProfile, today: string): ProfileValues => ({
  ...((change.first_name !== undefined || change.last_name !== undefined) && {
    first_name: change.first_name ?? before.first_name,
    last_name: change.last_name ?? before.last_name,
  }),
  ...(change.bio !== undefined && { bio: change.bio }),
  ...(change.date_of_birth !== undefined && { date_of_birth: checkedBirthDate(change.date_of_birth, today) }),
  ...(change.professional_url !== undefined && {
    professional_url: checkedLink('professional', change.professional_url),
  }),
  ...(change.code_url !== undefined && { code_url: checkedLink('code', change.code_url) }),
})

/** Saves the given fields together, or none of them. */
export const saveProfile = (
  scope: MemberScope,
  change: ProfileChange,
  { changes, updateAccount, chooseTimeZone, isPhoneRequired }: ProfileDependencies,
): Promise<OwnProfile> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const now = scope.clock.now()
    const before = await currentProfile(db, scope)
    const values = profileValues(change, before, dayIn(before.time_zone, now))
    const account: AccountChange = {
      ...(values.first_name !== undefined && {
        full_name: fullNameOf({ first_name: values.first_name, last_name: values.last_name ?? '' }),
      }),
      ...(change.phone_number !== undefined && { phone_number: checkedPhone(change.phone_number) }),
      ...(change.language !== undefined && { language: change.language }),
    }
    if (account.phone_number === null && (await isPhoneRequired(db)))
      throw invalidField('phone_number', fieldIssue('required'))
    if (change.time_zone !== undefined && !(await chooseTimeZone(db, userId, change.time_zone, now)))
      throw invalidField('time_zone', fieldIssue('invalid'))
    if (Object.keys(values).length > 0) await writeProfile(db, { clientId, userId, values, now })
    if (Object.keys(account).length > 0) {
      await updateAccount(db, userId, now, account)
      await changes.announce(db, { kind: 'user', clientId, userId })
    }
    return currentProfile(db, scope)
  })
