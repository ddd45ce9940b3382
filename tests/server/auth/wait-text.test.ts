import { expect, it } from 'vitest'
import { accountLocked } from '#server/features/auth/passwords/failed-attempts.service.ts'

it.each([
  [0.2, '1 second'],
  [1, '1 second'],
  [45.4, '46 seconds'],
  [90, '90 seconds'],
  [90.5, '2 minutes'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [5400, '90 minutes'],
  [5401, '2 hours'],
  [86_400, '24 hours'],
])('says that %d seconds are at most %s', (seconds, words) => {
  expect(accountLocked(seconds).message).toBe(`Too many wrong passwords. Please try again in ${words}.`)
})
