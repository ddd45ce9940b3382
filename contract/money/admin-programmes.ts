/** Programmes as admins edit them (rules: Money: amounts are data). What was agreed at a first payment never changes. */
import * as z from 'zod/mini'
import { localText } from '../assessments/shapes.ts'
import {
  clientParams,
  day,
  id,
  idParam,
  inSomeLanguages,
  pageOf,
  pageQuery,
  singleLine,
  timestamp,
} from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { languages } from '../languages.ts'
import { programmeSlugs } from './programme-slugs.ts'
import { paymentPlans } from './programmes.ts'

const ALL = '/api/clients/{clientId}/admin/programmes/' as const
const adminOnly = { access: 'admin', feature: 'course' } as const
const params = z.object({ clientId: idParam, programme: z.enum(programmeSlugs) })

export const PROGRAMME_COURSES_MAX = 30
export const INSTALMENTS_MAX = 24
export const PLAN_DAYS_MAX = 730
export const GRACE_DAYS_MAX = 90
export const ONCE_DAYS_MAX = 365

const minor = z.int().check(z.minimum(1), z.maximum(1_000_000_000_000))
const percent = z.int().check(z.minimum(1), z.maximum(100))
const amounts = {
  total_minor: minor,
  /** The least that a payment after the first may be, unless less is open. */
  minimum_minor: minor,
  /** Of what is owed, with the first payment. */
  booking_percent: percent,
  /** Days after the first payment: of the rest at once. */
  once_days: z.int().check(z.minimum(1), z.maximum(ONCE_DAYS_MAX)),
  /** Days after the first payment and shares of the rest, which are 100 together. */
  instalments: z
    .array(z.object({ days: z.int().check(z.minimum(1), z.maximum(PLAN_DAYS_MAX)), percent }))
    .check(z.minLength(1), z.maxLength(INSTALMENTS_MAX)),
  grace_days: z.int().check(z.minimum(0), z.maximum(GRACE_DAYS_MAX)),
  /** Its result gives the scholarship; null: there is none. */
  assessment_id: z.nullable(id),
}
export const editedProgramme = z.object({
  slug: z.enum(programmeSlugs),
  revision: z.int(),
  is_published: z.boolean(),
  title: localText,
  summary: localText,
  currency: z.string(),
  ...amounts,
  courses: z.array(z.object({ id, title: z.string(), is_published: z.boolean() })),
  /** Whose places it is: booked or paid, and not ended. */
  buyers: z.int(),
})
export type EditedProgramme = z.infer<typeof editedProgramme>

const programmesPage = z.object({
  results: z.array(editedProgramme),
  /** Of new prices. */
  currency: z.string(),
  /** In which each title is needed; the main one first. */
  languages: z.array(z.enum(languages)),
  assessments: z.array(z.object({ id, title: localText })),
})
export type EditedProgrammes = z.infer<typeof programmesPage>

export const listProgrammes = endpoint({
  name: 'money.programmes',
  method: 'GET',
  path: ALL,
  ...adminOnly,
  summary: 'List the programmes with everything that admins set',
  params: clientParams,
  response: programmesPage,
})

export const saveProgramme = endpoint({
  name: 'money.saveProgramme',
  method: 'PUT',
  path: `${ALL}{programme}/`,
  ...adminOnly,
  stepUp: true,
  summary:
    'Create a programme, unpublished, or change it for everybody who has paid nothing yet; 409 if it was changed in the meantime',
  params,
  body: z.object({
    /** Of what was edited; 0 for a new one. */
    revision: z.int().check(z.minimum(0)),
    title: inSomeLanguages(singleLine(1, 120)),
    summary: inSomeLanguages(z.string().check(z.maxLength(1000))),
    ...amounts,
    course_ids: z.array(id).check(z.minLength(1), z.maxLength(PROGRAMME_COURSES_MAX)),
  }),
  response: editedProgramme,
  alsoFails: [409],
})

export const publishProgramme = endpoint({
  name: 'money.publishProgramme',
  method: 'PUT',
  path: `${ALL}{programme}/published/`,
  ...adminOnly,
  stepUp: true,
  summary:
    'Offer a programme, or withdraw it: whoever has paid keeps it, and an open checkout may still be paid',
  params,
  body: z.object({ is_published: z.boolean() }),
  response: editedProgramme,
  alsoFails: [409],
})

/** `late`: something is overdue; it is a part of `running`, where something is open. */
export const orderStandings = ['running', 'late', 'paid', 'ended'] as const

const order = z.object({
  id,
  person: z.object({ id, name: z.string(), email: z.string() }),
  programme: z.object({ slug: z.enum(programmeSlugs), title: z.string() }),
  plan: z.enum(paymentPlans),
  standing: z.enum(orderStandings),
  booked_at: timestamp,
  currency: z.string(),
  owed_minor: z.int(),
  /** From the ledger, less what went back. */
  paid_minor: z.int(),
  open_minor: z.int(),
  /** Of the oldest part that is open; null where nothing is. */
  next_due_on: z.nullable(day),
})
export type ProgrammeOrder = z.infer<typeof order>

export const listProgrammeOrders = endpoint({
  name: 'money.programmeOrders',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/programme-orders/',
  ...adminOnly,
  summary: 'List what people bought of programmes, with what is paid and open, newest first',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    /** Name or e-mail. */
    search: z.optional(z.string().check(z.maxLength(200))),
    programme: z.optional(z.enum(programmeSlugs)),
    standing: z.optional(z.enum(orderStandings)),
  }),
  response: pageOf(order),
})
export type ProgrammeOrderPage = z.infer<(typeof listProgrammeOrders)['response']>
