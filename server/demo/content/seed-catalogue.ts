/** Around the demo's courses: reviews with words, prices, limited seats, a waiting list, purchases and one refund request. */
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import {
  addEnrolments,
  addNotice,
  addPastOffer,
  addPastPurchase,
  addPastReview,
  pastLearners,
  type PastLearner,
} from '#server/features/courses/index.ts'
import { dice, type Dice } from './random.ts'
import { reviewTexts } from './reviews.ts'
import { morningIn, type ContentTenant, type SeededCourse } from './seed-courses.ts'

const DAY_MS = 86_400_000
/** Most who rate also write. */
const WRITES = 0.75

/** What a course of the demo is offered for; free seats beyond those who are enrolled. */
interface DemoOffer {
  /** Part of the title. */
  course: string
  freeSeats: number | null
  waiting?: number
  priceMinor?: number
  /** How many have a seat of a course that has not begun. */
  joined?: number
  /** Announced: it opens then, and that many want to be told. */
  opensInDays?: number
  toBeTold?: number
}

/** The booking amount is a tenth of the price (RULES "Money"). */
const BOOKING_SHARE = 0.1

const OFFERS: ReadonlyMap<number, readonly DemoOffer[]> = new Map([
  [
    7,
    [
      { course: 'English', freeSeats: 3 },
      { course: 'Statistics', freeSeats: 0, waiting: 2 },
      { course: 'Charts', freeSeats: 5, priceMinor: 499_900 },
      { course: 'Interview', freeSeats: null, priceMinor: 749_900 },
      { course: 'Cohort', freeSeats: 8, priceMinor: 1_299_900, joined: 12 },
      { course: 'Machine Learning', freeSeats: 40, opensInDays: 12, toBeTold: 7 },
    ],
  ],
  [
    8,
    [
      { course: 'مقابل', freeSeats: 4, priceMinor: 45_000 },
      { course: 'الإحصاء', freeSeats: 6 },
    ],
  ],
])

const pick = (list: readonly string[], luck: Dice) => list[luck.whole(0, list.length - 1)] ?? ''

const seedReviews = async (db: TenantDb, clientId: number, learners: readonly PastLearner[], luck: Dice) => {
  const said = new Set<string>()
  for (const { courseId, userId, language, lastAt, stars } of learners) {
    if (stars === null) continue
    const texts = reviewTexts[language]
    const words = texts && luck.chance(WRITES) ? pick(stars === 5 ? texts.good : texts.fair, luck) : ''
    // Two people do not say the same about one course.
    const text = said.has(`${courseId}/${words}`) ? '' : words
    said.add(`${courseId}/${words}`)
    await addPastReview(db, clientId, { courseId, userId, text, at: lastAt })
  }
}

/** Who wants to come, of those who are not there yet; never the demo student, who shall find the seat free. */
const others = (people: ContentTenant['people'], not: ReadonlySet<number>) =>
  people.filter((person) => person.role === 'student' && person.username !== 'student' && !not.has(person.id))

/** The seats of a course that has not begun: taken day by day, most of them lately. */
const seedJoined = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  { courseId, joined, now }: { courseId: number; joined: number; now: Date },
) =>
  addEnrolments(
    db,
    clientId,
    others(people, new Set())
      .slice(0, joined)
      .map(({ id: userId }, index) => ({
        userId,
        courseId,
        enrolledAt: new Date(now.getTime() - (index + 0.5) * DAY_MS),
        lastActivityAt: null,
        completedAt: null,
      })),
  )

const seedOffer = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  courseId: number,
  offer: DemoOffer,
  { learners, now }: { learners: readonly PastLearner[]; now: Date },
) => {
  const here = learners.filter((learner) => learner.courseId === courseId)
  const enrolled = new Set(here.map(({ userId }) => userId))
  const outside = others(people, enrolled)
  const price = offer.priceMinor ?? null
  const waiting = outside
    .slice(0, offer.waiting ?? 0)
    .map(({ id: userId }, index) => ({ userId, since: new Date(now.getTime() - (index + 1) * DAY_MS) }))
  const bookingMinor = price === null ? null : Math.round(price * BOOKING_SHARE)
  await addPastOffer(
    db,
    clientId,
    {
      courseId,
      freeSeats: offer.freeSeats,
      priceMinor: price,
      bookingMinor,
      opensAt: offer.opensInDays === undefined ? null : morningIn(offer.opensInDays, now),
      waiting,
    },
    now,
  )
  for (const { id } of outside.slice(0, offer.toBeTold ?? 0))
    await addNotice(db, { clientId, courseId }, id, now)
  if (price === null) return
  // Whoever came last asks for the money back.
  const demo = people.find((person) => person.username === 'student')?.id
  const last = here
    .filter(({ userId }) => userId !== demo)
    .toSorted((a, b) => a.enrolledAt.getTime() - b.enrolledAt.getTime())
    .at(-1)
  for (const [index, learner] of here.entries()) {
    const { userId, enrolledAt: at } = learner
    const asked = {
      at: new Date(Math.min(now.getTime(), at.getTime() + DAY_MS)),
      reason: REASONS[clientId] ?? '',
    }
    await addPastPurchase(db, clientId, {
      courseId,
      userId,
      at,
      amountMinor: price,
      reference: `UTR-${courseId}-${String(index + 1).padStart(4, '0')}`,
      refund: learner === last ? asked : null,
    })
  }
}

const REASONS: Readonly<Record<number, string>> = {
  7: 'I found out that my college offers the same subject this term.',
  8: 'تغيّرت مواعيد عملي ولن أستطيع المتابعة هذا الفصل.',
}

export const seedCatalogue = async (
  core: Core,
  db: TenantDb,
  tenant: ContentTenant,
  courses: readonly SeededCourse[],
): Promise<void> => {
  const { clientId } = tenant
  const now = core.clock.now()
  const offers = (OFFERS.get(clientId) ?? []).flatMap((offer) => {
    const course = courses.find(({ written }) => written.title.includes(offer.course))
    return course ? [{ offer, courseId: course.courseId }] : []
  })
  for (const { offer, courseId } of offers)
    if (offer.joined) await seedJoined(db, tenant, { courseId, joined: offer.joined, now })
  const learners = await pastLearners(db, clientId)
  await seedReviews(db, clientId, learners, dice(70_000 + clientId))
  for (const { offer, courseId } of offers) await seedOffer(db, tenant, courseId, offer, { learners, now })
}
