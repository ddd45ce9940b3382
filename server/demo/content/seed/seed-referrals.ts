/** Who brought whom in client 7: the demo student a few friends, somebody else more than the limit of a month. */
import type { TenantDb } from '#server/core/db/database.ts'
import {
  addPastLink,
  addPastReferrals,
  givePastRewards,
  newLinkOf,
  setDemoReward,
} from '#server/features/money/index.ts'
import type { ContentTenant } from './seed-courses.ts'

const CLIENT = 7
const REWARD_MINOR = 50_000
const DAY_MS = 86_400_000
const MENTOR_MINOR = 120_000
const STUDENT_CODE = 'ASHA2345'
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
    code: STUDENT_CODE,
    friends: friendsOf(0, STATES.length, 40).map((friend, index) => ({
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

/** Two friends whose money-back window is over: there is something to pay out. */
export const seedPaidReferrals = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  now: Date,
): Promise<void> => {
  if (clientId !== CLIENT) return
  const students = people.filter(({ role }) => role === 'student')
  const admin = people.find(({ role }) => role === 'admin')
  const [student] = students
  if (!student || !admin) return
  const friends = students.slice(-2)
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await addPastReferrals(db, clientId, {
    referrerId: student.id,
    code: STUDENT_CODE,
    friends: friends.map(({ id: invitedId }) => ({ invitedId, at: ago(60), state: 'joined' })),
  })
  for (const { username } of friends) {
    const draft = {
      title: 'Mentor session',
      amount_minor: MENTOR_MINOR,
      currency: 'INR',
      part_minor: null,
      email: `${username}@kitewing.test`,
      expires_on: ago(44).toISOString().slice(0, 10),
      reminds: false,
    }
    const terms = { now: ago(48), zone: 'Asia/Kolkata', language: 'en' as const, createdBy: admin.id }
    const link = await newLinkOf(db, clientId, draft, terms)
    await addPastLink(db, clientId, { link, payments: [{ at: ago(46), amountMinor: MENTOR_MINOR }] })
  }
  await givePastRewards(db, clientId, now)
}
