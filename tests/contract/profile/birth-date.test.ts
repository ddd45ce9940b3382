import { expect, it } from 'vitest'
import { birthDateProblem } from '#contract/profile/birth-date.ts'

it.each([
  ['2026-11-24', 'future'],
  ['2026-11-23', 'too_young'],
  ['2021-11-24', 'too_young'],
  ['2021-11-23', null],
  ['2004-02-29', null],
  ['1906-11-23', null],
  ['1906-11-22', 'too_old'],
  ['0204-02-29', 'too_old'],
])('judges the date of birth %s on 2026-11-23: %s', (birthDate, problem) => {
  expect(birthDateProblem(birthDate, '2026-11-23')).toBe(problem)
})
