import type { Outcome } from './delivery.ts'

/** Refusals that will never change; everything else is tried again later. */
const FINAL = [400, 409, 413, 415, 422]

/** What follows from an answer that is not OK; the log names it (spec 8). */
export const outcomeOfFailure = (status: number, log: (text: string) => void): Outcome => {
  log(`Session-end API call failed with status ${status}`)
  return FINAL.includes(status) ? 'never' : 'later'
}
