/** Reviews with texts, prices, limited seats, waiting lists, purchases and one refund request per priced course. */
import { languages } from '#contract/languages.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import {
  addEnrolments,
  addNotice,
  addPastOffer,
  addPastPurchase,
  addPastReview,
  pastLearners,
  writePaymentInstructions,
  type PastLearner,
} from '#server/features/courses/index.ts'
import { purchaseLedger, putSeller } from '#server/features/money/index.ts'
import { seededRandom, type RandomSource } from '../random.ts'
import { paymentInstructions } from '../payment-instructions.ts'
import { reviewTexts } from '../reviews.ts'
import { morningIn, type ContentTenant, type SeededCourse } from './seed-courses.ts'

const DAY_MS = 86_400_000
/** Most learners who rate a course also write a review. */
const REVIEW_TEXT_PROBABILITY = 0.75

/** Price and seats of a demo course. Free seats are those beyond the enrolled learners. */
interface DemoOffer {
  /** Part of the course title. */
  course: string
  freeSeats: number | null
  waiting?: number
  priceMinor?: number
  /** Number of learners who are enrolled although the course has not started. */
  enrolled?: number
  /** For an announced course: days until it opens, and the number of learners who asked for a notification. */
  opensInDays?: number
  openingNotices?: number
}

/** The booking amount is a tenth of the price (rules: Money). */
const BOOKING_SHARE = 0.1

const OFFERS: ReadonlyMap<number, readonly DemoOffer[]> = new Map([
  [
    7,
    [
      { course: 'English', freeSeats: 3 },
      { course: 'Statistics', freeSeats: 0, waiting: 2 },
      { course: 'Charts', freeSeats: 5, priceMinor: 499_900 },
      { course: 'Interview', freeSeats: null, priceMinor: 749_900 },
      { course: 'Cohort', freeSeats: 8, priceMinor: 1_299_900, enrolled: 12 },
      { course: 'Machine Learning', freeSeats: 40, opensInDays: 12, openingNotices: 7 },
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

const pick = (list: readonly string[], random: RandomSource) => list[random.integer(0, list.length - 1)] ?? ''

const seedReviews = async (
  db: TenantDb,
  clientId: number,
  learners: readonly PastLearner[],
  random: RandomSource,
) => {
  const usedTexts = new Set<string>()
  for (const { courseId, userId, language, lastAt, stars } of learners) {
    if (stars === null) continue
    const texts = reviewTexts[language]
    const randomText =
      texts && random.chance(REVIEW_TEXT_PROBABILITY)
        ? pick(stars === 5 ? texts.good : texts.fair, random)
        : ''
    // Two reviews of one course must not have the same text.
    const text = usedTexts.has(`${courseId}/${randomText}`) ? '' : randomText
    usedTexts.add(`${courseId}/${randomText}`)
    await addPastReview(db, clientId, { courseId, userId, text, at: lastAt })
  }
}

/** Students other than the demo student, who must find a free seat. */
const otherStudents = (people: ContentTenant['people'], excluded: ReadonlySet<number>) =>
  people.filter(
    (person) => person.role === 'student' && person.username !== 'student' && !excluded.has(person.id),
  )

/** Enrolments in a course that has not started: one a day, the last one half a day ago. */
const seedEnrolments = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  { courseId, count, now }: { courseId: number; count: number; now: Date },
) =>
  addEnrolments(
    db,
    clientId,
    otherStudents(people, new Set())
      .slice(0, count)
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
  const courseLearners = learners.filter((learner) => learner.courseId === courseId)
  const enrolled = new Set(courseLearners.map(({ userId }) => userId))
  const candidates = otherStudents(people, enrolled)
  const price = offer.priceMinor ?? null
  const waiting = candidates
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
  for (const { id } of candidates.slice(0, offer.openingNotices ?? 0))
    await addNotice(db, { clientId, courseId }, id, now)
  if (price === null) return
  // The learner who enrolled last asks for a refund.
  const demoStudentId = people.find((person) => person.username === 'student')?.id
  const lastEnrolled = courseLearners
    .filter(({ userId }) => userId !== demoStudentId)
    .toSorted((a, b) => a.enrolledAt.getTime() - b.enrolledAt.getTime())
    .at(-1)
  for (const [index, learner] of courseLearners.entries()) {
    const { userId, enrolledAt: at } = learner
    const refund = {
      at: new Date(Math.min(now.getTime(), at.getTime() + DAY_MS)),
      reason: REFUND_REASONS[clientId] ?? '',
    }
    const purchase = await addPastPurchase(db, clientId, {
      courseId,
      userId,
      at,
      amountMinor: price,
      reference: `UTR-${courseId}-${String(index + 1).padStart(4, '0')}`,
      refund: learner === lastEnrolled ? refund : null,
    })
    if (!purchase) continue
    const posting = {
      purchaseId: purchase.id,
      personId: userId,
      courseId,
      amountMinor: price,
      at,
      madeBy: null,
    }
    // A few learners pay at the office.
    const place = index % 5 === 4 ? 'cash' : 'bank'
    await purchaseLedger.purchased(db, clientId, { ...posting, currency: purchase.currency }, place)
  }
}

const REFUND_REASONS: Readonly<Record<number, string>> = {
  7: 'I found out that my college offers the same subject this term.',
  8: 'تغيّرت مواعيد عملي ولن أستطيع المتابعة هذا الفصل.',
}

const seedPaymentInstructions = async (db: TenantDb, clientId: number) => {
  const texts = paymentInstructions.get(clientId) ?? {}
  for (const language of languages)
    await writePaymentInstructions(db, clientId, language, texts[language] ?? '')
}

/** Client 8 has no Indian tax number: its learners get receipts only. */
const SELLERS: Readonly<Record<number, Parameters<typeof putSeller>[2]>> = {
  7: {
    legal_name: 'Kitewing Academy Private Limited',
    address: '4th Floor, 12 Residency Road\nBengaluru 560025',
    state: '29',
    gstin: '29AABCL1234M1ZF',
    sac: '999293',
    tax_percent: 18,
    prefix: 'KWA',
  },
}

export const seedCatalogue = async (
  core: Core,
  db: TenantDb,
  tenant: ContentTenant,
  courses: readonly SeededCourse[],
): Promise<void> => {
  const { clientId } = tenant
  const now = core.clock.now()
  const seller = SELLERS[clientId]
  if (seller) await putSeller(db, clientId, seller, now)
  const offers = (OFFERS.get(clientId) ?? []).flatMap((offer) => {
    const course = courses.find(({ source }) => source.title.includes(offer.course))
    return course ? [{ offer, courseId: course.courseId }] : []
  })
  for (const { offer, courseId } of offers)
    if (offer.enrolled) await seedEnrolments(db, tenant, { courseId, count: offer.enrolled, now })
  const learners = await pastLearners(db, clientId)
  await seedReviews(db, clientId, learners, seededRandom(70_000 + clientId))
  for (const { offer, courseId } of offers) await seedOffer(db, tenant, courseId, offer, { learners, now })
  await seedPaymentInstructions(db, clientId)
}
