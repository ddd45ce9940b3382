/** From what an admin or a row of a file asks for to a payment link. */
import { LINK_MONTHS_MAX, type PaymentLinkDraft } from '#contract/money/payment-links.ts'
import type { FieldIssue } from '#contract/errors.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { newPayCode } from './link-codes.ts'
import { memberOf, emailKeyOf, type NewLink } from './links.repository.ts'
import type { Language } from '#contract/languages.ts'

const DAY_MS = 86_400_000

const monthsLater = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The last day on which a new link may expire. */
export const lastExpiryDay = (today: string): string => monthsLater(today, LINK_MONTHS_MAX)

const issue = (code: FieldIssue['code'], message: string): FieldIssue => ({ code, message })

const currencies = new Set(Intl.supportedValuesOf('currency'))
export const isCurrency = (currency: string): boolean => currencies.has(currency)

/** What is wrong with the fields, beyond their form. */
export const draftIssues = (draft: PaymentLinkDraft, today: string): Record<string, FieldIssue[]> => ({
  ...(draft.part_minor !== null &&
    draft.part_minor > draft.amount_minor && {
      part_minor: [issue('too_large', 'The first part cannot be more than the amount.')],
    }),
  ...(draft.expires_on < today && { expires_on: [issue('too_small', 'Choose a day from today on.')] }),
  ...(draft.expires_on > lastExpiryDay(today) && {
    expires_on: [issue('too_large', 'A link works for six months at most.')],
  }),
  ...(!isCurrency(draft.currency) && { currency: [issue('invalid', 'There is no such currency.')] }),
})

/** The first moment after a day of the client's zone. */
const endOfDay = async (db: TenantDb, day: string, zone: string): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`
    select (${day}::date + 1)::timestamp at time zone ${zone} as at`.execute(db)
  if (!rows[0]) throw new Error('the database returned no time')
  return rows[0].at
}

/** A day before the link expires; halfway for one that works for less than two days. */
const reminderAt = (now: Date, expiresAt: Date): Date => {
  const life = expiresAt.getTime() - now.getTime()
  return new Date(expiresAt.getTime() - Math.min(DAY_MS, life / 2))
}

export const newLinkOf = async (
  db: TenantDb,
  clientId: number,
  draft: PaymentLinkDraft,
  facts: {
    now: Date
    zone: string
    language: Language
    createdBy: number
    key?: string
    importKey?: string
  },
): Promise<NewLink> => {
  const { now, zone } = facts
  const expiresAt = await endOfDay(db, draft.expires_on, zone)
  const person = await memberOf(db, clientId, draft.email === null ? null : emailKeyOf(draft.email))
  return {
    code: newPayCode(),
    title: draft.title,
    amount_minor: draft.amount_minor,
    currency: draft.currency,
    part_minor: draft.part_minor === draft.amount_minor ? null : draft.part_minor,
    email: draft.email,
    language: person?.language ?? facts.language,
    expires_at: expiresAt,
    remind_at: draft.reminds && draft.email !== null ? reminderAt(now, expiresAt) : null,
    created_by: facts.createdBy,
    created_at: now,
    idempotency_key: facts.key ?? null,
    import_key: facts.importKey ?? null,
  }
}
