/** A workshop's public page, registering for it, and the registration behind the link in the mail. */
import * as z from 'zod/mini'
import { email } from '../auth/auth.ts'
import { idParam, singleLine } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import {
  answerFile,
  answers,
  ownRegistration,
  publicWorkshop,
  workshopCode,
  workshopFields,
} from './shapes.ts'

const codeParams = z.object({ clientId: idParam, code: workshopCode })
const PAGE = '/api/clients/{clientId}/workshops/{code}/'
const REGISTRATION = '/api/clients/{clientId}/workshop-registration/'

/** One file in base64, and the rest of the form. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024

/** A bot that fills in the form at once is faster than this. */
export const FORM_MIN_MS = 3_000
export const FORM_TTL_MS = 24 * 3_600_000

export const getWorkshopPage = endpoint({
  name: 'workshops.page',
  method: 'GET',
  path: PAGE,
  access: 'public',
  feature: 'admin_workshop_reg',
  rateLimit: perMinute(120),
  summary: 'Get the public page of a workshop with its registration form',
  params: codeParams,
  response: z.object({
    workshop: publicWorkshop,
    fields: workshopFields,
    /** The address is confirmed by a link in a mail before the seat is. */
    confirms_address: z.boolean(),
    /** Goes back with the form: it says when the form was opened. */
    form_token: z.string(),
  }),
})
export type WorkshopPageData = z.infer<(typeof getWorkshopPage)['response']>

const form = {
  name: singleLine(1, 120),
  answers,
  file: z._default(z.optional(z.nullable(answerFile)), null),
}

export const outcomes = ['confirmed', 'check_mail', 'waiting'] as const
export type Outcome = (typeof outcomes)[number]

export const registerForWorkshop = endpoint({
  name: 'workshops.register',
  method: 'POST',
  path: `${PAGE}registrations/`,
  access: 'public',
  feature: 'admin_workshop_reg',
  // A classroom shares one address.
  rateLimit: perHour(60),
  idempotency: 'natural',
  summary: 'Register for a workshop; the answer is the same for an address that is registered already',
  params: codeParams,
  body: z.object({
    ...form,
    email,
    form_token: z.string().check(z.maxLength(200)),
    /** People do not see this field; a bot fills it in. */
    website: z._default(z.optional(z.string().check(z.maxLength(2000))), ''),
  }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  response: z.object({ outcome: z.enum(outcomes) }),
  alsoFails: [409, 413],
})

const ownAnswer = z.object({ registration: ownRegistration, token: z.string() })

export const getMyRegistration = endpoint({
  name: 'workshops.mine',
  method: 'GET',
  path: `${PAGE}mine/`,
  access: 'member',
  feature: 'admin_workshop_reg',
  hasSecrets: true,
  summary: "Get the caller's name and address for the form, and their registration if there is one",
  params: codeParams,
  response: z.object({ name: z.string(), email: z.string(), own: z.nullable(ownAnswer) }),
})

export const registerMyself = endpoint({
  name: 'workshops.registerMyself',
  method: 'POST',
  path: `${PAGE}mine/`,
  access: 'member',
  feature: 'admin_workshop_reg',
  rateLimit: perHour(30),
  hasSecrets: true,
  idempotency: 'natural',
  summary: "Register the caller with their account's address, or find their registration",
  params: codeParams,
  body: z.object(form),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  response: ownAnswer,
  alsoFails: [409, 413],
})

const token = z.string().check(z.regex(/^[1-9]\d{0,9}\.[A-Za-z0-9_-]{32}$/))
const tokenParams = z.object({ clientId: idParam })
const tokenBody = z.object({ token })

/** Reading is a POST: the token stays out of addresses, and so out of logs. */
export const openRegistration = endpoint({
  name: 'workshops.openRegistration',
  method: 'POST',
  path: REGISTRATION,
  access: 'public',
  feature: 'admin_workshop_reg',
  rateLimit: perMinute(60),
  idempotency: 'natural',
  summary: 'Get the registration that the link in a mail leads to',
  params: tokenParams,
  body: tokenBody,
  response: ownRegistration,
})

export const confirmRegistration = endpoint({
  name: 'workshops.confirmRegistration',
  method: 'POST',
  path: `${REGISTRATION}confirm/`,
  access: 'public',
  feature: 'admin_workshop_reg',
  rateLimit: perMinute(60),
  idempotency: 'natural',
  summary: 'Confirm an address, or take an offered seat',
  params: tokenParams,
  body: tokenBody,
  response: ownRegistration,
  alsoFails: [409],
})

export const cancelRegistration = endpoint({
  name: 'workshops.cancelRegistration',
  method: 'POST',
  path: `${REGISTRATION}cancel/`,
  access: 'public',
  feature: 'admin_workshop_reg',
  rateLimit: perMinute(60),
  idempotency: 'natural',
  summary: 'Cancel a registration; its seat goes to the waiting list',
  params: tokenParams,
  body: tokenBody,
  response: ownRegistration,
  alsoFails: [409],
})
