/** A coupon at the payment of a course, as learners enter it. */
import * as z from 'zod/mini'
import { idParam } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { coursePayment } from './course-payments.ts'

/** One bucket for programmes and courses, so that a second endpoint does not allow more guesses. */
export const couponGuesses = { ...perHour(20), bucket: 'coupon-codes' }

const OF_COURSE = '/api/clients/{clientId}/courses/{courseId}/payment/coupon/' as const
const courseParams = z.object({ clientId: idParam, courseId: idParam })
const forMembers = { access: 'member', feature: 'course' } as const
const coursePrice = z.object({ payment: z.nullable(coursePayment) })

export const applyCourseCoupon = endpoint({
  name: 'money.applyCourseCoupon',
  method: 'PUT',
  path: OF_COURSE,
  ...forMembers,
  rateLimit: couponGuesses,
  summary:
    "Put a coupon into the caller's price of a course before anything is paid. Every code that does not work is answered alike (422)",
  params: courseParams,
  body: z.object({ code: z.string().check(z.maxLength(60)) }),
  response: coursePrice,
  alsoFails: [409],
})

export const removeCourseCoupon = endpoint({
  name: 'money.removeCourseCoupon',
  method: 'DELETE',
  path: OF_COURSE,
  ...forMembers,
  summary: "Take the coupon out of the caller's price of a course",
  params: courseParams,
  response: coursePrice,
})
