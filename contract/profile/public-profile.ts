/** What a person shows of themselves to everybody, signed in or not. Off until they switch it on. */
import * as z from 'zod/mini'
import { badgeNames } from '../badges/badges.ts'
import { clientParams, idParam, language, timestamp } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import { HANDLE, publicFields } from './public-fields.ts'

const OWN = '/api/clients/{clientId}/student/public-profile/'

export const publicProfile = z.object({
  name: z.string(),
  /** Empty or null where the person does not show it. */
  picture: z.nullable(z.string()),
  bio: z.string(),
  links: z.array(z.string()),
  badges: z.array(z.object({ badge: z.enum(badgeNames), earned_at: timestamp })),
  courses: z.array(z.object({ title: z.string(), completed_at: timestamp })),
})
export type PublicProfile = z.infer<typeof publicProfile>

const fields = z.array(z.enum(publicFields)).check(z.maxLength(publicFields.length))
const settings = z.object({
  is_on: z.boolean(),
  /** The last part of the address; null until the person chose one. */
  handle: z.nullable(z.string()),
  fields,
  /** Whether search engines may list the page. */
  is_listed: z.boolean(),
  /** Everything that could be shown; others see `shownPart` of it. */
  whole: publicProfile,
})
export type PublicProfileSettings = z.infer<typeof settings>

export const getPublicSettings = endpoint({
  name: 'profile.getPublic',
  method: 'GET',
  path: OWN,
  access: 'member',
  feature: null,
  summary: "Get what the caller's public profile shows, and everything that it could show",
  params: clientParams,
  query: z.object({ language: z._default(z.optional(language), 'en') }),
  response: settings,
})

export const savePublicSettings = endpoint({
  name: 'profile.savePublic',
  method: 'PUT',
  path: OWN,
  access: 'member',
  feature: null,
  rateLimit: perHour(60),
  summary: 'Switch the public profile on or off, and choose its address and what it shows',
  params: clientParams,
  query: z.object({ language: z._default(z.optional(language), 'en') }),
  body: z.object({
    is_on: z.boolean(),
    handle: z.nullable(z.string().check(z.regex(HANDLE))),
    fields,
    is_listed: z.boolean(),
  }),
  response: settings,
})

export const getPublicProfile = endpoint({
  name: 'profile.public',
  method: 'GET',
  path: '/api/clients/{clientId}/people/{handle}/',
  access: 'public',
  feature: null,
  rateLimit: perMinute(60),
  summary: 'Get a public profile; 404 for an unknown address and for one that is switched off',
  params: z.object({ clientId: idParam, handle: z.string().check(z.regex(HANDLE)) }),
  query: z.object({ language: z._default(z.optional(language), 'en') }),
  response: publicProfile,
})
