import { beforeEach, expect, it } from 'vitest'
import { recallReferral, rememberReferral } from '#src/features/assessments/model/referral.ts'

const NOW = Date.parse('2026-11-23T09:00:00Z')
const DAY = 24 * 3_600_000
const values = new Map<string, string>()
const storage = {
  get: (key: string) => values.get(key) ?? null,
  set: (key: string, value: string) => void values.set(key, value),
}
beforeEach(() => values.clear())

it('keeps the newest referrer of each assessment', () => {
  rememberReferral(storage, '7:1', { assessmentId: 3, ref: 'first' }, NOW)
  rememberReferral(storage, '7:1', { assessmentId: 4, ref: 'other' }, NOW)
  rememberReferral(storage, '7:1', { assessmentId: 3, ref: 'second' }, NOW + 1)
  expect(recallReferral(storage, '7:1', 3, NOW + 2)).toBe('second')
  expect(recallReferral(storage, '7:1', 4, NOW + 2)).toBe('other')
})

it('forgets a referrer after 30 days, and never tells one person another one’s', () => {
  rememberReferral(storage, '7:1', { assessmentId: 3, ref: 'friend' }, NOW)
  expect(recallReferral(storage, '7:1', 3, NOW + 30 * DAY - 1)).toBe('friend')
  expect(recallReferral(storage, '7:1', 3, NOW + 30 * DAY)).toBeNull()
  expect(recallReferral(storage, '7:2', 3, NOW)).toBeNull()
})

it('survives a damaged entry', () => {
  for (const damaged of [
    '',
    '{',
    'null',
    '{"owner":"7:1"}',
    '{"owner":"7:1","byAssessment":{"3":{"ref":"a b","at":1}}}',
  ]) {
    for (const key of values.keys()) values.set(key, damaged)
    expect(recallReferral(storage, '7:1', 3, NOW)).toBeNull()
    rememberReferral(storage, '7:1', { assessmentId: 3, ref: 'friend' }, NOW)
    expect(recallReferral(storage, '7:1', 3, NOW)).toBe('friend')
  }
})
