/** The money-back guarantee: the last day to ask, in the client's time zone (spec 1, rules: Learning, refund). */
import { GUARANTEE_DAYS } from '#contract/courses/enrolment.ts'
import { dayIn, shiftDay } from '#server/core/days.ts'

export const guaranteeUntil = (zone: string, paidAt: Date): string =>
  shiftDay(dayIn(zone, paidAt), GUARANTEE_DAYS)

export const isGuaranteed = (zone: string, paidAt: Date, now: Date): boolean =>
  dayIn(zone, now) <= guaranteeUntil(zone, paidAt)
