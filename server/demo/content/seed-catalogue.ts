/** Around the demo's courses: reviews with words, prices, limited seats, a waiting list, purchases and one refund request. */
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import {
  addPastOffer,
  addPastPurchase,
  addPastReview,
  pastLearners,
  type PastLearner,
} from '#server/features/courses/index.ts'
import { dice, type Dice } from './random.ts'
import { reviewTexts } from './reviews.ts'
import type { ContentTenant, SeededCourse } from './seed-courses.ts'

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

const seedOffer = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  courseId: number,
  offer: DemoOffer,
  { learners, now }: { learners: readonly PastLearner[]; now: Date },
) => {
  const here = learners.filter((learner) => learner.courseId === courseId)
  const enrolled = new Set(here.map(({ userId }) => userId))
  const outside = people.filter(
    (person) => person.role === 'student' && person.username !== 'student' && !enrolled.has(person.id),
  )
  const price = offer.priceMinor ?? null
  const waiting = outside
    .slice(0, offer.waiting ?? 0)
    .map(({ id: userId }, index) => ({ userId, since: new Date(now.getTime() - (index + 1) * DAY_MS) }))
  const bookingMinor = price === null ? null : Math.round(price * BOOKING_SHARE)
  await addPastOffer(
    db,
    clientId,
    { courseId, freeSeats: offer.freeSeats, priceMinor: price, bookingMinor, waiting },
    now,
  )
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
  const learners = await pastLearners(db, clientId)
  await seedReviews(db, clientId, learners, dice(70_000 + clientId))
  for (const offer of OFFERS.get(clientId) ?? []) {
    const course = courses.find(({ written }) => written.title.includes(offer.course))
    if (course) await seedOffer(db, tenant, course.courseId, offer, { learners, now: core.clock.now() })
  }
}
