/** What staff typed into the form for seats and prices, read as the server takes it. */
import { foldDigits } from '#src/shared/lib/text/digits.ts'
import { parseAmount } from '#src/shared/lib/amount-input.ts'

const CAPACITY_MAX = 100_000

export interface TypedOffer {
  seats: string
  price: string
  booking: string
}

export interface ReadOffer {
  /** Null: without a limit. */
  capacity: number | null
  priceMinor: number | null
  bookingMinor: number | null
  invalid: { seats: boolean; price: boolean; booking: boolean }
}

/** Reads the fields; a free course has neither a price nor a booking fee. */
export const readOffer = (typed: TypedOffer, currency: string, isPremium: boolean): ReadOffer => {
  const seats = readCapacity(typed.seats)
  const price = readAmount(isPremium ? typed.price : '', currency)
  const booking = readAmount(isPremium ? typed.booking : '', currency)
  return {
    capacity: seats.capacity,
    priceMinor: price.minor,
    bookingMinor: booking.minor,
    invalid: {
      seats: seats.isInvalid,
      price: price.isInvalid,
      // The booking fee is a part of the price.
      booking: booking.isInvalid || (booking.minor ?? 0) > (price.minor ?? 0),
    },
  }
}

const readCapacity = (typed: string) => {
  const text = foldDigits(typed).trim()
  const capacity = text === '' ? null : Number(text)
  const isValid =
    capacity === null || (Number.isInteger(capacity) && capacity >= 1 && capacity <= CAPACITY_MAX)
  return { capacity, isInvalid: !isValid }
}

const readAmount = (typed: string, currency: string) => {
  if (typed.trim() === '') return { minor: null, isInvalid: false }
  const minor = parseAmount(typed, currency)
  return { minor, isInvalid: minor === null }
}
