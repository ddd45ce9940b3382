/** A person's own profile (spec 3: User profile). */
import * as z from 'zod/mini'
import { changeUpTo, clientParams, day, language, singleLine } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { BIO_MAX, LINK_MAX, NAME_MAX } from './limits.ts'

const PROFILE = '/accounts/clients/{clientId}/user/profile/'
const PHONE_MAX = 32
const ZONE_MAX = 64
/** A picture of 700 kB in base64. */
const PICTURE_MAX_CHARS = 960_000

/** Text of several lines: trimmed, NFC, no control characters but line breaks. */
const severalLines = (max: number) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform(changeUpTo(max, (text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim())),
      z.string().check(z.maxLength(max), z.regex(/^(?:\P{Cc}|\n)*$/u)),
    ),
  )

export const ownProfile = z.object({
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  username: z.string(),
  phone_number: z.nullable(z.string()),
  profile_picture: z.nullable(z.string()),
  bio: z.string(),
  date_of_birth: z.nullable(z.string()),
  professional_url: z.nullable(z.string()),
  code_url: z.nullable(z.string()),
  /** The language of mails. */
  language,
  /** Follows the device that the person learns on (rules: Learning), unless they chose one. */
  time_zone: z.string(),
  follows_device_zone: z.boolean(),
})
export type OwnProfile = z.infer<typeof ownProfile>

export const getProfile = endpoint({
  name: 'profile.get',
  method: 'GET',
  path: PROFILE,
  access: 'member',
  feature: null,
  hasSecrets: true,
  summary: "Get the caller's profile",
  params: clientParams,
  response: ownProfile,
})

/** Absent fields stay as they are; null or an empty text removes one. */
export const profileChange = z.object({
  first_name: z.optional(singleLine(1, NAME_MAX)),
  last_name: z.optional(singleLine(0, NAME_MAX)),
  bio: z.optional(severalLines(BIO_MAX)),
  date_of_birth: z.optional(z.nullable(day)),
  phone_number: z.optional(z.nullable(singleLine(0, PHONE_MAX))),
  professional_url: z.optional(z.nullable(singleLine(0, LINK_MAX))),
  code_url: z.optional(z.nullable(singleLine(0, LINK_MAX))),
  language: z.optional(language),
  /** Null follows the device. */
  time_zone: z.optional(z.nullable(singleLine(1, ZONE_MAX))),
})
export type ProfileChange = z.infer<typeof profileChange>

export const saveProfile = endpoint({
  name: 'profile.save',
  method: 'PATCH',
  path: PROFILE,
  access: 'member',
  feature: null,
  hasSecrets: true,
  rateLimit: perHour(120),
  idempotency: 'natural',
  summary: "Change fields of the caller's profile; e-mail and username stay",
  params: clientParams,
  body: profileChange,
  response: ownProfile,
})

export const savePicture = endpoint({
  name: 'profile.savePicture',
  method: 'PUT',
  path: `${PROFILE}picture/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  rateLimit: perHour(30),
  summary: "Replace the caller's picture: PNG, JPEG or WebP; it is cropped to a square and encoded again",
  params: clientParams,
  /** Base64. */
  body: z.object({ picture: z.string().check(z.minLength(1), z.maxLength(PICTURE_MAX_CHARS)) }),
  response: ownProfile,
})

export const removePicture = endpoint({
  name: 'profile.removePicture',
  method: 'DELETE',
  path: `${PROFILE}picture/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  rateLimit: perHour(30),
  summary: "Remove the caller's picture",
  params: clientParams,
  response: ownProfile,
})
