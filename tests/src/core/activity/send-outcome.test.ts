import { describe, expect, it } from 'vitest'
import { outcomeOfFailure } from '#src/core/activity/send-outcome.ts'

describe('an answer that is not OK', () => {
  it.each([
    [400, 'never'],
    [422, 'never'],
    [401, 'later'],
    [429, 'later'],
    [503, 'later'],
  ] as const)('with status %d is named in the log and sent again: %s', (status, outcome) => {
    const lines: string[] = []
    expect(outcomeOfFailure(status, (text) => lines.push(text))).toBe(outcome)
    expect(lines).toEqual([`Session-end API call failed with status ${status}`])
  })
})
