/** What runs beside the requests, and what of it failed; for superadmins. */
import * as z from 'zod/mini'
import { clientParams, id, timestamp } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'

const BASE = '/api/clients/{clientId}/platform/' as const

/** Every job that runs again and again. The app has a name for each in its texts. */
export const jobNames = [
  'alerts',
  'attempts',
  'attendance',
  'bulkActions',
  'builderSweep',
  'campaigns',
  'certificates',
  'certificateFiles',
  'certificatePictures',
  'clientUsage',
  'dashboard',
  'demoClasses',
  'imports',
  'mailDelivery',
  'meetings',
  'notificationMails',
  'overdueProgrammes',
  'ownData',
  'packageSweep',
  'paymentComparison',
  'paymentLinks',
  'payments',
  'programmeReminders',
  'push',
  'ranking',
  'referralRewards',
  'reminders',
  'results',
  'seats',
  'storedFiles',
  'testCheckout',
  'webhooks',
  'workshopSeats',
] as const
export type JobName = (typeof jobNames)[number]

const count = z.int().check(z.minimum(0))
const failure = z.object({
  at: timestamp,
  /** In technical English, as the log has it. */
  message: z.string(),
  /** The client at which it failed; null: the whole run. */
  client_id: z.nullable(id),
})

const platformJob = z.object({
  name: z.enum(jobNames),
  /** Every server runs it; these do now. */
  servers: count,
  every_ms: count,
  is_running: z.boolean(),
  /** Of the newest run; null before the first. */
  started_at: z.nullable(timestamp),
  took_ms: z.nullable(count),
  next_at: z.nullable(timestamp),
  /** Runs in a row that failed, on the server where it is worst. */
  failures: count,
  /** The newest one, also if the job has run well since. */
  failure: z.nullable(failure),
  /** Somebody pressed "Run now", and no server has taken it yet. */
  is_asked: z.boolean(),
})
export type PlatformJob = z.infer<typeof platformJob>

export const listJobs = endpoint({
  name: 'platform.jobs',
  method: 'GET',
  path: `${BASE}jobs/`,
  access: 'superadmin',
  feature: null,
  summary: 'List the background jobs of all servers with their last run and failure',
  params: clientParams,
  response: z.object({
    jobs: z.array(platformJob),
    /** Servers that reported within the last minute. */
    servers: count,
    /** The newest report; null: no server runs jobs. */
    reported_at: z.nullable(timestamp),
  }),
})
export type JobList = z.infer<(typeof listJobs)['response']>

export const runJob = endpoint({
  name: 'platform.runJob',
  method: 'POST',
  path: `${BASE}jobs/run/`,
  access: 'superadmin',
  feature: null,
  idempotency: 'natural',
  rateLimit: perMinute(30),
  status: 202,
  summary: 'Ask for a run of a job now; one server takes it within seconds',
  params: clientParams,
  body: z.object({ name: z.enum(jobNames) }),
  response: z.object({ name: z.enum(jobNames) }),
})

const workKinds = ['mail', 'sms', 'webhook', 'ownData', 'certificates', 'import', 'bulk'] as const
/** The others begin again where they were started, by the person who may do what is in them. */
export const retryableKinds = ['mail', 'sms', 'webhook', 'ownData', 'certificates'] as const
export type RetryableKind = (typeof retryableKinds)[number]
export const WORK_SHOWN = 100
export const WORK_DAYS = 30

const failedWork = z.object({
  kind: z.enum(workKinds),
  client: z.object({ id, name: z.string() }),
  id: z.string(),
  at: timestamp,
  tries: count,
  /** In technical English; null where nothing was kept. */
  message: z.nullable(z.string()),
})
export type FailedWork = z.infer<typeof failedWork>

export const listFailedWork = endpoint({
  name: 'platform.failedWork',
  method: 'GET',
  path: `${BASE}failed-work/`,
  access: 'superadmin',
  feature: null,
  summary: 'List what was given up in the last 30 days in any client, newest first',
  params: clientParams,
  response: z.object({ count, results: z.array(failedWork) }),
})

export const retryWork = endpoint({
  name: 'platform.retryWork',
  method: 'POST',
  path: `${BASE}failed-work/retry/`,
  access: 'superadmin',
  feature: null,
  idempotency: 'natural',
  rateLimit: perMinute(30),
  summary: 'Begin again what was given up; what is not failed any more stays as it is',
  params: clientParams,
  body: z.object({
    work: z
      .array(z.object({ kind: z.enum(retryableKinds), client_id: id, id: z.string().check(z.maxLength(60)) }))
      .check(z.minLength(1), z.maxLength(WORK_SHOWN)),
  }),
  response: z.object({ retried: count }),
})
