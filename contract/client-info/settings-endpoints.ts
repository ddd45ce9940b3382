/** Features, languages, mail identity and rules for accounts under /admin/settings (rules: Tenants). */
import * as z from 'zod/mini'
import { email } from '../auth/auth.ts'
import { clientParams, detail, language, singleLine } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { alwaysOn, featureSlugs, type SwitchableFeature } from './feature-slugs.ts'

const BASE = '/api/clients/{clientId}/admin/settings/' as const

export const switchableFeatures = featureSlugs.filter(
  (slug): slug is SwitchableFeature => !alwaysOn.some((fixed) => fixed === slug),
)
const slug = z.enum(switchableFeatures)
const version = z.int().check(z.minimum(0))
export const MAIL_SENDER_MAX = 80
/** What a client may set as the shortest password (rules: Accounts). */
export const PASSWORD_MIN_RANGE = { min: 8, max: 64 } as const

/** As whom the client's mails come, and who gets the answers. */
const mailIdentity = z.object({
  /** Null: the client's name. */
  sender: z.nullable(singleLine(1, MAIL_SENDER_MAX)),
  /** Null: answers go to the address that sent the mail. */
  reply_to: z.nullable(email),
  /** Shown on the sign-in page; null shows none. */
  support_email: z.nullable(email),
})

const clientSettings = z.object({
  /** Rises with every change. */
  version,
  features: z.array(
    z.object({
      slug,
      area: z.enum(['student', 'admin']),
      is_on: z.boolean(),
      /** False: a superadmin keeps it from this client. */
      is_allowed: z.boolean(),
    }),
  ),
  /** Offered ones, the client's own first. */
  languages: z.array(language).check(z.minLength(1)),
  /** Visitors start in a language of their browser, if it is offered. */
  detect_browser_language: z.boolean(),
  mail: z.object({
    sender: z.nullable(z.string()),
    reply_to: z.nullable(z.string()),
    support_email: z.nullable(z.string()),
  }),
  accounts: z.object({
    /** For learners; staff need at least 15 characters. */
    password_min: z.int(),
    /** Sign-up asks for a phone number. */
    phone_required: z.boolean(),
    /** Set under /admin/sign-in-security. */
    staff_second_step: z.boolean(),
  }),
})
export type ClientSettings = z.infer<typeof clientSettings>

export const getSettings = endpoint({
  name: 'clients.settings',
  method: 'GET',
  path: BASE,
  access: 'admin',
  feature: null,
  summary: "Get the client's features, languages, mail identity and rules for accounts",
  params: clientParams,
  response: clientSettings,
})

export const switchFeature = endpoint({
  name: 'clients.switchFeature',
  method: 'PUT',
  path: `${BASE}features/`,
  access: 'admin',
  feature: null,
  stepUp: true,
  summary: 'Switch a feature on or off; only a superadmin changes whether it is allowed',
  params: clientParams,
  body: z.object({ version, slug, is_on: z.boolean(), is_allowed: z.boolean() }),
  response: clientSettings,
  alsoFails: [409],
})

export const setLanguages = endpoint({
  name: 'clients.setLanguages',
  method: 'PUT',
  path: `${BASE}languages/`,
  access: 'admin',
  feature: null,
  stepUp: true,
  summary: 'Set the languages that the client offers, its own first',
  params: clientParams,
  body: z.object({
    version,
    languages: z.array(language).check(z.minLength(1), z.maxLength(20)),
    detect_browser_language: z.boolean(),
  }),
  response: clientSettings,
  alsoFails: [409],
})

export const setMail = endpoint({
  name: 'clients.setMail',
  method: 'PUT',
  path: `${BASE}mail/`,
  access: 'admin',
  feature: null,
  stepUp: true,
  summary: "Set as whom the client's mails come and who gets the answers",
  params: clientParams,
  body: z.object({ version, ...mailIdentity.shape }),
  response: clientSettings,
  alsoFails: [409],
})

export const setAccountRules = endpoint({
  name: 'clients.setAccountRules',
  method: 'PUT',
  path: `${BASE}accounts/`,
  access: 'admin',
  feature: null,
  stepUp: true,
  summary: 'Set the shortest password and whether sign-up asks for a phone number',
  params: clientParams,
  body: z.object({
    version,
    password_min: z.int().check(z.minimum(PASSWORD_MIN_RANGE.min), z.maximum(PASSWORD_MIN_RANGE.max)),
    phone_required: z.boolean(),
  }),
  response: clientSettings,
  alsoFails: [409],
})

export const sendTestMail = endpoint({
  name: 'clients.sendTestMail',
  method: 'POST',
  path: `${BASE}mail/test/`,
  access: 'admin',
  feature: null,
  rateLimit: perHour(20),
  summary: 'Send a mail with the saved identity to the caller, in their language',
  params: clientParams,
  /** The address it goes to. */
  response: detail,
})
