/** The period that somebody asked for, and the one of the same length before it. */
import {
  DAILY_MAX_DAYS,
  DEFAULT_DAYS,
  PERIOD_MAX_DAYS,
  WEEKLY_MAX_DAYS,
  type Period,
  type PresetDays,
} from '#contract/dashboard/period.ts'
import { dayIn, shiftDay } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { invalidField } from '#server/core/http/errors.ts'

const DAY_MS = 86_400_000
/** Days before it exist in no client and would overflow calendars. */
const FIRST_DAY = '2000-01-01'

export const tenantZone = async (db: TenantDb, clientId: number): Promise<string> =>
  (
    await db
      .selectFrom('client')
      .select('time_zone')
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
  ).time_zone

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** Days after today have nothing in them and are cut off. */
export const periodOf = (
  asked: { from?: string | undefined; to?: string | undefined; days?: PresetDays | undefined },
  today: string,
): Period => {
  const to = asked.to === undefined || asked.to > today ? today : asked.to
  const from = asked.from ?? shiftDay(to, 1 - Number(asked.days ?? DEFAULT_DAYS))
  const days = daysBetween(from, to)
  if (from < FIRST_DAY || days < 1)
    throw invalidField('from', {
      code: 'invalid',
      message: 'Choose a first day that is not after the last one.',
    })
  if (days > PERIOD_MAX_DAYS)
    throw invalidField('from', { code: 'invalid', message: `Choose at most ${PERIOD_MAX_DAYS} days.` })
  return { from, to, days }
}

export const formerPeriod = ({ from, days }: Period): Period => ({
  from: shiftDay(from, -days),
  to: shiftDay(from, -1),
  days,
})

export const todayOf = async (db: TenantDb, clientId: number, now: Date): Promise<string> =>
  dayIn(await tenantZone(db, clientId), now)

/** Days of one step of the chart. */
export const stepDays = ({ days }: Period): number =>
  days <= DAILY_MAX_DAYS ? 1 : days <= WEEKLY_MAX_DAYS ? 7 : 28
