/** Who brought whom in client 7: the demo student a few friends, somebody else more than the limit of a month. */
import type { TenantDb } from '#server/core/db/database.ts'
import { addPastReferrals, setDemoReward } from '#server/features/money/index.ts'
import type { ContentTenant } from './seed-courses.ts'

const CLIENT = 7
const REWARD_MINOR = 50_000
const DAY_MS = 86_400_000
const STATES = ['joined', 'joined', 'joined', 'joined', 'same_phone', 'invited'] as const

export const seedReferrals = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  now: Date,
): Promise<void> => {
  if (clientId !== CLIENT) return
  await setDemoReward(db, clientId, REWARD_MINOR)
  const [student, ...learners] = people.filter(({ role }) => role === 'student')
  const eager = learners.shift()
  if (!student || !eager) return
  const friendsOf = (from: number, count: number, joinedDaysAgo: number) =>
    learners.slice(from, from + count).map(({ id: invitedId }, index) => ({
      invitedId,
      at: new Date(now.getTime() - (joinedDaysAgo - index) * DAY_MS),
    }))
  await addPastReferrals(db, clientId, {
    referrerId: student.id,
    code: 'ASHA2345',
    friends: friendsOf(0, STATES.length, STATES.length).map((friend, index) => ({
      ...friend,
      state: STATES[index] ?? 'joined',
    })),
  })
  await addPastReferrals(db, clientId, {
    referrerId: eager.id,
    code: 'AARHI234',
    friends: friendsOf(STATES.length, 14, 60).map((friend) => ({ ...friend, state: 'joined' as const })),
  })
}
