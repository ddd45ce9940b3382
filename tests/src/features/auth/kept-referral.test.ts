import { beforeEach, expect, it } from 'vitest'
import { keepReferral, keptReferral } from '#src/features/auth/model/kept-referral.ts'

const NOW = Date.parse('2026-11-23T09:00:00Z')
const DAY = 24 * 3_600_000
const values = new Map<string, string>()
const storage = {
  get: (key: string) => values.get(key) ?? null,
  set: (key: string, value: string) => void values.set(key, value),
}
beforeEach(() => values.clear())

it('keeps the first code for 30 days, then the next', () => {
  keepReferral(storage, 7, 'FIRST234', NOW)
  keepReferral(storage, 7, 'OTHER234', NOW + 29 * DAY)
  expect(keptReferral(storage, 7, NOW + 30 * DAY - 1)).toBe('FIRST234')
  expect(keptReferral(storage, 7, NOW + 30 * DAY)).toBeNull()
  keepReferral(storage, 7, 'OTHER234', NOW + 30 * DAY)
  expect(keptReferral(storage, 7, NOW + 31 * DAY)).toBe('OTHER234')
})

it('never offers the code of another client, nor one from the future', () => {
  keepReferral(storage, 7, 'FIRST234', NOW)
  expect([keptReferral(storage, 8, NOW), keptReferral(storage, 7, NOW - 1)]).toEqual([null, null])
})

it('survives a damaged entry', () => {
  for (const damaged of ['', '{', 'null', '7', '{"client":7,"code":5,"at":1}', '{"client":7,"code":"A"}']) {
    values.set('sign_up_referral', damaged)
    expect(keptReferral(storage, 7, NOW)).toBeNull()
  }
})
