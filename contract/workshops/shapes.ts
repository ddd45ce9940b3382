/** Shapes that several calls of workshops share. */
import * as z from 'zod/mini'
import { id, singleLine, timestamp } from '../common.ts'
import { ANSWER_MAX, FIELDS_MAX, FILE_MAX_BASE64, OPTIONS_MAX, fieldKinds } from './fields.ts'

/**
 * registered: the seat is kept until the address is confirmed. waiting: on the waiting list. offered: a seat of the waiting
 * list, kept for some hours. confirmed: has a seat.
 */
export const registrationStatuses = [
  'registered',
  'waiting',
  'offered',
  'confirmed',
  'attended',
  'no_show',
  'cancelled',
] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

/** What staff decide; `past` follows from the time. */
export const workshopDecisions = ['draft', 'open', 'closed', 'cancelled'] as const
export type WorkshopDecision = (typeof workshopDecisions)[number]
export const workshopStates = [...workshopDecisions, 'past'] as const
export type WorkshopState = (typeof workshopStates)[number]

/** Lower-case letters and digits that nobody confuses when reading them aloud. */
export const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
export const CODE_LENGTH = 8
export const workshopCode = z.string().check(z.regex(/^[a-hjkmnp-z2-9]{8}$/))

export const TITLE_MAX = 150
export const DESCRIPTION_MAX = 5000
export const MINUTES_MIN = 15
/** A week. */
export const MINUTES_MAX = 10_080
export const CAPACITY_MAX = 10_000

export const workshopField = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  kind: z.enum(fieldKinds),
  label: singleLine(1, 300),
  hint: singleLine(0, 300),
  required: z.boolean(),
  options: z.array(singleLine(1, 150)).check(z.maxLength(OPTIONS_MAX)),
})
export const workshopFields = z.array(workshopField).check(z.maxLength(FIELDS_MAX))

/** By the field's id. */
export const answers = z.record(
  z.string().check(z.maxLength(40)),
  z.union([z.boolean(), z.string().check(z.maxLength(ANSWER_MAX * 4))]),
)
export const answerFile = z.object({
  name: singleLine(1, 200),
  /** Base64. */
  data: z.string().check(z.minLength(1), z.maxLength(FILE_MAX_BASE64)),
})

/** What everybody may know of a workshop. */
export const publicWorkshop = z.object({
  code: workshopCode,
  title: z.string(),
  /** Paragraphs of plain text. */
  description: z.string(),
  cover: z.nullable(z.string()),
  state: z.enum(workshopStates),
  starts_at: timestamp,
  ends_at: timestamp,
  /** The host's zone. */
  time_zone: z.string(),
  place: z.string(),
  /** Taught over a link, which only people with a seat get. */
  is_online: z.boolean(),
  /** Null: unlimited. */
  capacity: z.nullable(z.int()),
  seats_left: z.nullable(z.int()),
})
export type PublicWorkshop = z.infer<typeof publicWorkshop>

/** A registration as its owner sees it. */
export const ownRegistration = z.object({
  workshop: publicWorkshop,
  status: z.enum(registrationStatuses),
  name: z.string(),
  email: z.string(),
  /** A seat or an offer that is not confirmed by then goes to the next person. */
  until: z.nullable(timestamp),
  /** On the waiting list, from 1. */
  position: z.nullable(z.int()),
  /** Only of people with a seat. */
  link: z.string(),
  /** An iCalendar file; null without a seat. */
  calendar: z.nullable(z.string()),
})
export type OwnRegistration = z.infer<typeof ownRegistration>

export const courseRef = z.object({ id, title: z.string() })
