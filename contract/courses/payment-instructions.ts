/** How and to whom people pay, in the client's own words, until they can pay in the app (rules: Money). */
import * as z from 'zod/mini'
import { clientParams, language } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { prose } from '../problems/problems.ts'

export const PAYMENT_INSTRUCTIONS_MAX = 1000

const PATH = '/api/clients/{clientId}/admin/payment-instructions/' as const

/** One text for each of the client's languages; empty if there is none. */
const paymentInstructions = z.object({ texts: z.partialRecord(language, z.string()) })
export type PaymentInstructions = z.infer<typeof paymentInstructions>

export const getPaymentInstructions = endpoint({
  name: 'courses.paymentInstructions',
  method: 'GET',
  path: PATH,
  access: 'admin',
  feature: 'course',
  summary: 'Get how people pay for premium courses, in every language of the client',
  params: clientParams,
  response: paymentInstructions,
})

/** A changed text can send people's money elsewhere, so it needs a fresh proof of identity. */
export const setPaymentInstructions = endpoint({
  name: 'courses.setPaymentInstructions',
  method: 'PUT',
  path: PATH,
  access: 'admin',
  feature: 'course',
  stepUp: true,
  summary: 'Set how people pay for premium courses; an empty text removes it, other languages are ignored',
  params: clientParams,
  body: z.object({ texts: z.partialRecord(language, prose(0, PAYMENT_INSTRUCTIONS_MAX)) }),
  response: paymentInstructions,
})
