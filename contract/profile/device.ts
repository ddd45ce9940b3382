/** What a signed-in device tells about itself, and what its person chose on any device. */
import * as z from 'zod/mini'
import { clientParams, singleLine } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { appearances, captionChoices, motions, textSizes } from './display.ts'

const ZONE_MAX = 64
export const displayChoice = z.object({
  appearance: z.enum(appearances),
  text_size: z.enum(textSizes),
  motion: z.enum(motions),
  captions: z.enum(captionChoices),
})

export const syncDevice = endpoint({
  name: 'profile.syncDevice',
  method: 'PUT',
  path: '/accounts/clients/{clientId}/user/device/',
  access: 'member',
  feature: null,
  rateLimit: perHour(240),
  idempotency: 'natural',
  summary: "Tell the device's time zone, save a choice made on it, and get the choice of the account",
  params: clientParams,
  body: z.object({
    /** Shown as the place in the list of signed-in devices; an unknown name is left out. */
    time_zone: singleLine(0, ZONE_MAX),
    /** Absent when nothing was chosen on this device since the last call. */
    choice: z.optional(displayChoice),
  }),
  /** Null until the person chose. */
  response: z.object({ choice: z.nullable(displayChoice) }),
})
