/** Meeting services of a client, whose secrets go in and never come out, and its rule for recordings. */
import * as z from 'zod/mini'
import { clientParams, timestamp } from '../../common.ts'
import { endpoint, perMinute } from '../../endpoint.ts'
import { clientConsentRules } from '../shapes.ts'
import { meetingUrl } from './sessions.ts'

const PROVIDERS = '/api/clients/{clientId}/admin/live-providers/' as const
const providerParams = z.extend(clientParams, { provider: z.enum(['jitsi', 'bigbluebutton']) })
export const managedProviders = ['jitsi', 'bigbluebutton'] as const
export type ManagedProvider = (typeof managedProviders)[number]

/** Why a service did not accept the settings. */
export const providerFailures = ['secret', 'app', 'unreachable', 'address', 'unexpected', 'refused'] as const
export type ProviderFailure = (typeof providerFailures)[number]

export const providerSettings = z.object({
  provider: z.enum(managedProviders),
  /** Null while it is not set up. */
  url: z.nullable(z.string()),
  app_id: z.nullable(z.string()),
  has_secret: z.boolean(),
  /** When the service accepted these settings. */
  checked_at: z.nullable(timestamp),
})
export type ProviderSettings = z.infer<typeof providerSettings>

export const listProviders = endpoint({
  name: 'liveAdmin.providers',
  method: 'GET',
  path: PROVIDERS,
  access: 'admin',
  feature: 'admin_live',
  summary: 'List the meeting services with their settings, without secrets, and get the rule of consent',
  params: clientParams,
  response: z.object({
    providers: z.array(providerSettings),
    consent_rule: z.nullable(z.enum(clientConsentRules)),
  }),
})

const consentSetting = z.object({
  /** Null: the hosts decide for each session. */
  consent_rule: z.nullable(z.enum(clientConsentRules)),
})

export const saveConsentRule = endpoint({
  name: 'liveAdmin.saveConsentRule',
  method: 'PUT',
  path: '/api/clients/{clientId}/admin/live-consent/',
  access: 'admin',
  feature: 'admin_live',
  summary:
    'Set what people may do who do not agree to a recording; it counts for every recorded session at once',
  params: clientParams,
  body: consentSetting,
  response: consentSetting,
})

const settingsBody = z.object({
  url: meetingUrl,
  /** Jitsi's app id; null for BigBlueButton. */
  app_id: z.nullable(z.string().check(z.regex(/^[\w.:/-]{1,200}$/))),
  /** Null keeps the stored one, unless the address changes. */
  secret: z.nullable(z.string().check(z.minLength(1), z.maxLength(500), z.regex(/^[\x21-\x7e]+$/))),
})
export type ProviderSettingsBody = z.infer<typeof settingsBody>

export const saveProvider = endpoint({
  name: 'liveAdmin.saveProvider',
  method: 'PUT',
  path: `${PROVIDERS}{provider}/`,
  access: 'admin',
  feature: 'admin_live',
  stepUp: true,
  summary: 'Set up a meeting service; its secret is stored encrypted',
  params: providerParams,
  body: settingsBody,
  response: providerSettings,
})

export const removeProvider = endpoint({
  name: 'liveAdmin.removeProvider',
  method: 'DELETE',
  path: `${PROVIDERS}{provider}/`,
  access: 'admin',
  feature: 'admin_live',
  summary: 'Remove a meeting service; sessions planned with it need another one',
  params: providerParams,
  response: providerSettings,
})

export const testProvider = endpoint({
  name: 'liveAdmin.testProvider',
  method: 'POST',
  path: `${PROVIDERS}{provider}/test/`,
  access: 'admin',
  feature: 'admin_live',
  rateLimit: perMinute(10),
  idempotency: 'natural',
  summary: 'Ask the service whether it accepts the stored settings',
  params: providerParams,
  response: z.object({ failure: z.nullable(z.enum(providerFailures)), settings: providerSettings }),
})
