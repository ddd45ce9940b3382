import { expect, it } from 'vitest'
import { referralOf } from '#contract/assessments/referral.ts'

it('accepts the codes that links carry', () => {
  for (const ref of ['friend-7', 'A_b-9', 'x', 'y'.repeat(64)]) expect(referralOf(ref)).toBe(ref)
})

it('counts an odd referrer as none', () => {
  for (const ref of [
    '',
    ' ',
    'a b',
    'a/b',
    '%E0%A4%A',
    'दोस्त',
    '<script>',
    '\u0000',
    'z'.repeat(65),
    null,
    undefined,
  ])
    expect(referralOf(ref)).toBeNull()
})
