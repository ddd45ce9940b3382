/** A learner asks again after a refund was declined: how often, and with which reason (rules: Learning, refund). */
import * as z from 'zod/mini'
import { timestamp } from '../common.ts'

/** The first request included. */
export const REFUND_ASKS_MAX = 3

const declinedRequest = z.object({
  asked_at: timestamp,
  reason: z.string(),
  settled_at: timestamp,
  /** What the admin said. */
  note: z.string(),
})
export type DeclinedRequest = z.infer<typeof declinedRequest>

/** Declined requests before the one that counts now, the oldest first. */
export const declinedRequests = z.array(declinedRequest)

export const refundHistory = z.object({
  /** How many times the learner can still ask, while the guarantee lasts. */
  asks_left: z.int(),
  declined_before: declinedRequests,
})

export const shownDeclined = (rows: readonly DeclinedRequest[]): DeclinedRequest[] =>
  rows.map(({ asked_at, reason, settled_at, note }) => ({ asked_at, reason, settled_at, note }))

export const refundHistoryOf = (rows: readonly DeclinedRequest[]): z.infer<typeof refundHistory> => ({
  asks_left: REFUND_ASKS_MAX - 1 - rows.length,
  declined_before: shownDeclined(rows),
})

/** When the request that an admin has read was asked: a newer one is not decided in its place. */
export const seenRequest = z.optional(timestamp)

export const isRequestSeen = (askedAt: Date | null, seen: z.infer<typeof seenRequest>): boolean =>
  seen === undefined || askedAt?.getTime() === Date.parse(seen)

const wordsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\p{Z}\s]+/gu, ' ')
    .trim()

/** Asking again needs something new. Null when the reason does. */
export const newReasonIssue = (
  reason: string,
  earlier: readonly string[],
): { code: 'required' | 'incorrect'; message: string } | null => {
  const words = wordsOf(reason)
  if (words === '') return { code: 'required', message: 'Say what is new since your last request.' }
  if (earlier.some((text) => wordsOf(text) === words))
    return { code: 'incorrect', message: 'You gave this reason before. Say what is new.' }
  return null
}
