/** Payment links in every state, for clients 7 and 8; codes that screenshots and stories open are fixed. */
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { dayIn, shiftDay } from '#server/core/days.ts'
import { addPastLink, newLinkOf, type PastLink } from '#server/features/money/index.ts'
import type { ContentTenant } from './seed-courses.ts'

const DAY_MS = 86_400_000

interface Sample extends Omit<PastLink, 'link' | 'payments' | 'notes' | 'cancelledAt' | 'expiredAt'> {
  readonly code?: string
  readonly title: string
  readonly amount: number
  readonly part?: number
  readonly email?: string
  readonly madeDaysAgo: number
  readonly lastsDays: number
  /** Days ago and amount. */
  readonly paid?: readonly (readonly [daysAgo: number, amount: number])[]
  readonly noted?: { amount: number; reference: string; waits: boolean; place: 'bank' | 'cash' }
  readonly ends?: 'cancelled' | 'expired'
}

const ENGLISH: readonly Sample[] = [
  {
    code: 'demo-link-open-000000a',
    title: 'Portfolio review with a mentor',
    amount: 250_000,
    part: 50_000,
    madeDaysAgo: 1,
    lastsDays: 150,
  },
  {
    code: 'demo-link-person-00000',
    title: 'Exam retake, Asha Verma',
    amount: 90_000,
    email: 'asha.verma@demo.test',
    madeDaysAgo: 2,
    lastsDays: 120,
  },
  {
    title: 'Study materials, spring batch',
    amount: 480_000,
    part: 100_000,
    madeDaysAgo: 5,
    lastsDays: 30,
    paid: [[3, 180_000]],
  },
  {
    title: 'Corporate workshop: dashboards',
    amount: 7_500_000,
    part: 1_000_000,
    email: 'accounts@northwind.test',
    madeDaysAgo: 9,
    lastsDays: 30,
    paid: [[6, 2_500_000]],
    noted: { amount: 5_000_000, reference: 'NEFT-2026-0417', waits: true, place: 'bank' },
  },
  {
    title: 'Interview practice, five sessions',
    amount: 300_000,
    madeDaysAgo: 20,
    lastsDays: 7,
    paid: [[18, 300_000]],
  },
  {
    title: 'Certificate in print',
    amount: 45_000,
    madeDaysAgo: 14,
    lastsDays: 7,
    noted: { amount: 45_000, reference: 'RCPT-1182', waits: false, place: 'cash' },
  },
  {
    title: 'Weekend bootcamp, early bird',
    amount: 650_000,
    madeDaysAgo: 40,
    lastsDays: 7,
    ends: 'expired',
  },
  {
    title: 'Lab fee (wrong amount)',
    amount: 1_000,
    madeDaysAgo: 12,
    lastsDays: 30,
    ends: 'cancelled',
  },
]

const ARABIC: readonly Sample[] = [
  {
    code: 'demo-link-open-000008a',
    title: 'مراجعة مشروع مع مرشد',
    amount: 25_000,
    part: 5_000,
    madeDaysAgo: 1,
    lastsDays: 150,
  },
  {
    title: 'إعادة اختبار',
    amount: 9_000,
    email: 'noura@demo.test',
    madeDaysAgo: 2,
    lastsDays: 90,
  },
  {
    title: 'مواد الدورة',
    amount: 48_000,
    part: 10_000,
    madeDaysAgo: 5,
    lastsDays: 30,
    paid: [[3, 18_000]],
  },
  { title: 'خمس جلسات تدريب', amount: 30_000, madeDaysAgo: 20, lastsDays: 7, paid: [[18, 30_000]] },
  { title: 'معسكر نهاية الأسبوع', amount: 65_000, madeDaysAgo: 40, lastsDays: 7, ends: 'expired' },
  { title: 'رسوم المختبر', amount: 1_000, madeDaysAgo: 12, lastsDays: 30, ends: 'cancelled' },
]

interface Facts {
  readonly adminId: number
  /** Another one, so that the demo's admin has something to approve. */
  readonly notedBy: number
  readonly now: Date
  readonly zone: string
  readonly currency: string
  readonly language: Language
}

const pastOf = async (
  db: TenantDb,
  clientId: number,
  sample: Sample,
  { adminId, notedBy, now, zone, currency, language }: Facts,
): Promise<PastLink> => {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const made = ago(sample.madeDaysAgo)
  const draft = {
    title: sample.title,
    amount_minor: sample.amount,
    currency,
    part_minor: sample.part ?? null,
    email: sample.email ?? null,
    expires_on: shiftDay(dayIn(zone, made), sample.lastsDays),
    reminds: false,
  }
  const link = await newLinkOf(db, clientId, draft, { now: made, zone, language, createdBy: adminId })
  const { noted } = sample
  return {
    link: { ...link, ...(sample.code !== undefined && { code: sample.code }) },
    payments: (sample.paid ?? []).map(([days, amountMinor]) => ({ at: ago(days), amountMinor })),
    notes: noted ? [{ ...noted, at: ago(1), amountMinor: noted.amount, notedBy }] : [],
    ...(sample.ends === 'cancelled' && { cancelledAt: ago(sample.madeDaysAgo - 1) }),
    ...(sample.ends === 'expired' && { expiredAt: link.expires_at }),
  }
}

export const seedPaymentLinks = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  now: Date,
): Promise<void> => {
  const admin = people.find(({ role }) => role === 'admin')
  const client = await db
    .selectFrom('client')
    .select(['currency', 'time_zone', 'languages'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (!admin || !client) return
  const [language = 'en'] = client.languages
  const facts = {
    adminId: admin.id,
    notedBy: people.find(({ role }) => role === 'superadmin')?.id ?? admin.id,
    now,
    zone: client.time_zone,
    currency: client.currency,
    language,
  }
  // Oldest first: the first of the list is the newest.
  for (const sample of (language === 'ar' ? ARABIC : ENGLISH).toReversed())
    await addPastLink(db, clientId, await pastOf(db, clientId, sample, facts))
}
