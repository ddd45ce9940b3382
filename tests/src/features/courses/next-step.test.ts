import { describe, expect, it } from 'vitest'
import type { CourseAccess } from '#contract/courses/enrolment.ts'
import { nextStepOf, type NextStep } from '#src/features/courses/model/next-step.ts'
import { aCourse, anAccess, aPurchase } from './factory.ts'

const until = '2026-11-21T10:15:00.000Z'
const seats = { capacity: 5, left: 2, waiting: 0 }
const seat = (state: NonNullable<CourseAccess['seat']>['state']) => ({ state, until, position: null })
const refund = {
  state: 'refunded' as const,
  reason: '',
  asked_at: until,
  settled_at: until,
  note: '',
  asks_left: 2,
  declined_before: [],
}

describe('the next step before enrolling', () => {
  it.each<[string, Parameters<typeof aCourse>[0], Partial<CourseAccess> | undefined, NextStep | null]>([
    ['a free course', {}, undefined, 'enrol'],
    ['an announced course', { opens_at: until, seats_left: 3 }, undefined, 'notify'],
    ['a premium course', { price: 'premium' }, {}, 'pay'],
    ['a premium course that was paid', { price: 'premium' }, { purchase: aPurchase() }, 'start'],
    ['a refunded course', { price: 'premium' }, { purchase: aPurchase({ refund }) }, 'pay'],
    ['free seats', { seats_left: 2 }, { seats }, 'book'],
    ['no free seats', { seats_left: 0 }, { seats: { ...seats, left: 0 } }, 'wait'],
    ['an offered seat', { seats_left: 0 }, { seats, seat: seat('offered') }, 'book'],
    ['a held free seat', { seats_left: 1 }, { seats, seat: seat('held') }, 'confirm'],
    ['a held premium seat', { price: 'premium', seats_left: 1 }, { seats, seat: seat('held') }, 'pay'],
    ['a confirmed seat', { seats_left: 1 }, { seats, seat: seat('confirmed') }, 'start'],
    ['a place on the waiting list', { seats_left: 0 }, { seats, seat: seat('waiting') }, null],
    ['seats not known yet', { seats_left: 2 }, undefined, null],
  ])('of %s', (_name, course, access, step) => {
    expect(nextStepOf(aCourse(course), access && anAccess(access))).toBe(step)
  })
})
