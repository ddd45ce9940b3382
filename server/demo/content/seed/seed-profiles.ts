import type { PublicField } from '#contract/profile/public-fields.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { updateUser } from '#server/features/auth/index.ts'
import { writeProfile, writeSettings } from '#server/features/profile/index.ts'
import type { ContentTenant } from './seed-courses.ts'

interface DemoProfile {
  username: string
  phone: string | null
  first: string
  last: string
  bio: string
  birthDate: string | null
  professional: string | null
  code: string | null
  shown: { handle: string; fields: readonly PublicField[]; isListed: boolean }
}

const EVERYTHING: readonly PublicField[] = ['picture', 'bio', 'links', 'badges', 'courses']

/** The demo student of each client, and a few learners whose public profile is on. */
const profiles: Readonly<Record<number, readonly DemoProfile[]>> = {
  7: [
    {
      username: 'student',
      phone: '+919876543210',
      first: 'Asha',
      last: 'Verma',
      bio: 'I keep the books of a small textile shop in Pune and teach myself data analysis in the evenings.\n\nGoal for this year: a first job as an analyst.',
      birthDate: '2001-04-17',
      professional: 'https://www.linkedin.com/in/asha-verma-demo',
      code: 'https://github.com/asha-verma-demo',
      shown: { handle: 'asha-verma', fields: EVERYTHING, isListed: false },
    },
    {
      username: 'meera.n',
      phone: null,
      first: 'Meera',
      last: 'Nambiar',
      bio: 'Civil engineer who moved to software. I like maps, trains and clean SQL.',
      birthDate: null,
      professional: null,
      code: 'https://gitlab.com/meera-nambiar-demo',
      shown: { handle: 'meera-nambiar', fields: ['bio', 'links', 'badges'], isListed: true },
    },
  ],
  8: [
    {
      username: 'student',
      phone: '+966501234567',
      first: 'سارة',
      last: 'الفهد',
      bio: 'أدرس التصميم وأتعلّم البرمجة لأبني ما أرسمه.\n\nهدفي: مشروع تخرّج يستخدمه الناس فعلًا.',
      birthDate: '2002-11-03',
      professional: 'https://www.linkedin.com/in/sara-alfahad-demo',
      code: 'https://github.com/sara-alfahad-demo',
      shown: { handle: 'sara-alfahad', fields: EVERYTHING, isListed: false },
    },
  ],
}

/** Fills the profiles, so that neither the page of the demo student nor a public profile is empty. */
export const seedProfiles = async (db: TenantDb, tenant: ContentTenant, now: Date): Promise<void> => {
  const { clientId } = tenant
  for (const profile of profiles[clientId] ?? []) {
    const userId = tenant.people.find(({ username }) => username === profile.username)?.id
    if (userId === undefined) continue
    await writeProfile(db, {
      clientId,
      userId,
      now,
      values: {
        first_name: profile.first,
        last_name: profile.last,
        bio: profile.bio,
        date_of_birth: profile.birthDate,
        professional_url: profile.professional,
        code_url: profile.code,
      },
    })
    const { handle, fields, isListed } = profile.shown
    const settings = { is_on: true, handle, fields: [...fields], is_listed: isListed }
    await writeSettings(db, { clientId, userId, now, settings })
    if (profile.phone !== null) await updateUser(db, userId, now, { phone_number: profile.phone })
  }
}
