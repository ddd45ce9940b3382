import { describe, expect, it } from 'vitest'
import { readOffer } from '#src/features/courses/model/offer-form.ts'

const read = (typed: Partial<Parameters<typeof readOffer>[0]>, isPremium = true) =>
  readOffer({ seats: '', price: '', booking: '', ...typed }, 'EUR', isPremium)
const VALID = { seats: false, price: false, booking: false }

describe('the form for seats and prices', () => {
  it('reads empty fields as no limit and no price', () => {
    expect(read({})).toEqual({ capacity: null, priceMinor: null, bookingMinor: null, invalid: VALID })
  })

  it('reads numbers in any digits', () => {
    expect(read({ seats: ' ٣٠ ', price: '12,50', booking: '2' })).toEqual({
      capacity: 30,
      priceMinor: 1250,
      bookingMinor: 200,
      invalid: VALID,
    })
  })

  it.each(['0', '-1', '1.5', '100001', 'many'])('rejects %s seats', (seats) => {
    expect(read({ seats }).invalid).toEqual({ ...VALID, seats: true })
  })

  it('rejects a price that is not an amount', () => {
    expect(read({ price: 'ten' })).toMatchObject({ priceMinor: null, invalid: { ...VALID, price: true } })
  })

  it.each([
    { price: '10', booking: '10.01' },
    { price: '', booking: '1' },
    { price: '10', booking: 'x' },
  ])('rejects a booking fee of $booking for a price of "$price"', (typed) => {
    expect(read(typed).invalid).toEqual({ ...VALID, booking: true })
  })

  it('ignores the amounts of a free course', () => {
    expect(read({ price: 'ten', booking: '5' }, false)).toMatchObject({
      priceMinor: null,
      bookingMinor: null,
      invalid: VALID,
    })
  })
})
