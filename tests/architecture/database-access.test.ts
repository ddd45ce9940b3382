/**
 * Requests reach the database by `scope.tx` and `scope.read` only. This list names every other use with its reason, so that
 * a new one is a decision (docs/decisions/server/list-every-way-to-the-database.md).
 */
import { describe, expect, it } from 'vitest'
import { sources, type Source } from './rules/sources.ts'

const JOB = 'a job: no request, one transaction per tenant'
const COMMAND = 'a command line tool: no request'

interface Access {
  /** How the access is written. */
  pattern: RegExp
  /** File and reason. */
  allowed: Readonly<Record<string, string>>
}

const ACCESS: Readonly<Record<string, Access>> = {
  'a transaction of a tenant outside of a request scope': {
    pattern: /\.withTenant\(/,
    allowed: {
      'server/commands/rotate-keys.ts': COMMAND,
      'server/core/http/pipeline.ts': 'makes scope.tx',
      'server/core/files/file-parent.ts':
        'players and pictures send no token: the cookie of a session, no scope',
      'server/core/mail/delivery.ts': JOB,
      'server/core/security/reencrypt.ts': COMMAND,
      'server/core/mail/read-outbox.ts': 'the demo mailbox: another tenant than the request’s',
      'server/demo/live-slots.ts': JOB,
      'server/demo/seed.ts': 'fills the demo',
      'server/features/activity/tracking.routes.ts':
        'a beacon carries no token: its session is read before there is a scope',
      'server/features/assessments/attempts/sweep.job.ts': JOB,
      'server/features/assessments/results/notify-results.job.ts': JOB,
      'server/features/attendance/settle.job.ts': JOB,
      'server/features/auth/sessions/session-states.ts': 'authenticates: runs before there is a scope',
      'server/features/auth/sessions/signing-keys.ts': 'authenticates: runs before there is a scope',
      'server/features/auth/support/trail.ts': 'the log of a support view, whose own transactions only read',
      'server/features/certificates/certificates.job.ts': JOB,
      'server/features/certificates/credential/documents.service.ts':
        'the files of a certificate and its issuer, by host: no request of the API',
      'server/features/certificates/downloads/downloads.job.ts': JOB,
      'server/features/certificates/downloads/downloads.service.ts':
        'a download by ticket: no token, no scope',
      'server/features/certificates/portal/pictures.job.ts': JOB,
      'server/features/client-info/clients.service.ts': 'finds the tenant: runs before there is a scope',
      'server/features/client-info/legal/legal.service.ts':
        'the terms for visitors, from the cache: also in the page, which has no scope',
      'server/features/client-info/index.ts': 'reads an uploaded logo or icon for visitors and documents',
      'server/features/client-info/tenant-command.ts': COMMAND,
      'server/features/course-builder/sweep.job.ts': JOB,
      'server/features/course-import/export.routes.ts': 'a download by ticket: no token, no scope',
      'server/features/course-import/sweep.job.ts': JOB,
      'server/features/dashboard/count/count.job.ts': JOB,
      'server/features/dashboard/rows/export.ts': 'a download by a signed address: no token, no scope',
      'server/features/students/export.ts': 'a download by a signed address: no token, no scope',
      'server/features/courses/catalogue/covers.ts': 'a public picture: no token, no scope',
      'server/features/courses/enrolment/seats.job.ts': JOB,
      'server/features/jobs/alerts.job.ts': JOB,
      'server/features/job-applications/partner/resume.routes.ts':
        'a résumé by a signed address, for people outside: no token, no scope',
      'server/features/api-access/authenticate-token.ts': 'an API token is looked up before there is a scope',
      'server/features/api-access/webhooks/webhooks.job.ts': JOB,
      'server/features/emails/preview.routes.ts': 'a frame sends no token: the cookie of a live session',
      'server/features/emails/events/events.routes.ts':
        'a call of a mail provider: proved by a key, no token, no scope',
      'server/features/emails/sender/sender.service.ts': 'the delivery of a mail: no request',
      'server/features/emails/sending/campaigns.job.ts': JOB,
      'server/features/emails/tracking.ts': 'a link in a mail: no token, no scope',
      'server/features/emails/unsubscribe.ts': 'a link in a mail: no token, no scope',
      'server/features/job-applications/resumes/preview.routes.ts':
        'a frame by the cookie of its session: no token, no scope',
      'server/features/job-applications/resumes/zip.routes.ts':
        'a download by a signed address: no token, no scope',
      'server/features/files/metered-store.ts':
        'counts stored files on its own: a store is used by requests, jobs and uploads alike',
      'server/features/leaderboard/refresh.job.ts': JOB,
      'server/features/live/calendar/feed.routes.ts': 'a calendar by its address: no token, no scope',
      'server/features/live/meetings/hook.routes.ts':
        'a call of a meeting service: signed, no token, no scope',
      'server/features/live/meetings/meetings.job.ts': JOB,
      'server/features/live/reminders/reminders.job.ts': JOB,
      'server/features/money/checkout/ask-providers.job.ts': JOB,
      'server/features/money/checkout/providers.ts':
        'a call of a payment provider: signed, no token, no scope',
      'server/features/money/checkout/receive.ts': 'a call of a payment provider: signed, no token, no scope',
      'server/features/money/checkout/test-messages.ts': JOB,
      'server/features/money/checkout/test-provider.ts':
        'the test provider’s own memory, outside of the product’s transactions as a real one’s',
      'server/features/money/comparison/comparison.job.ts': JOB,
      'server/features/money/comparison/run-comparison.ts':
        'a job, and the same by a button: a provider is asked between the transactions',
      'server/features/money/links/due.job.ts': JOB,
      'server/features/money/programmes/overdue.job.ts': JOB,
      'server/features/money/programmes/reminders.job.ts': JOB,
      'server/features/money/referrals/reward.job.ts': JOB,
      'server/features/money/refunds/send-refund.ts':
        'a job, and the same after a call: a provider is told between the transactions',
      'server/features/notifications/mail/mail.job.ts': JOB,
      'server/features/notifications/mail/unsubscribe.ts': 'a link in a mail: no token, no scope',
      'server/features/notifications/push/push.job.ts': JOB,
      'server/features/notifications/streams.ts': 'writes to open streams after their requests were answered',
      'server/features/own-data/download.routes.ts': 'a download by ticket: no token, no scope',
      'server/features/own-data/own-data.job.ts': JOB,
      'server/features/platform/record.ts': 'a superadmin changes another client',
      'server/features/platform/usage.job.ts': JOB,
      'server/features/profile/public-page.ts':
        'the page of a person for search engines: no request of the API',
      'server/features/scorm/files.routes.ts': 'a file of a package by ticket: no token, no scope',
      'server/features/security/events.service.ts': 'a superadmin reads the audit log of another client',
      'server/features/setup/setup.service.ts': 'makes the first administrator: nobody can sign in yet',
      'server/features/students/bulk/bulk.job.ts': JOB,
      'server/features/students/import/imports.job.ts': JOB,
      'server/features/workshops/settle.job.ts': JOB,
    },
  },
  'a read of a tenant outside of a request scope': {
    pattern: /\bdb\.read\(/,
    allowed: {
      'server/features/jobs/alerts.job.ts': JOB,
      'server/features/jobs/document.service.ts':
        'the page of a job for search engines: no request of the API',
      'server/core/http/pipeline.ts': 'makes scope.read',
      'server/features/certificates/verify/verify.routes.ts':
        'the public page of a certificate: no request of the API',
      'server/features/auth/sessions/session-states.ts': 'authenticates: runs before there is a scope',
    },
  },
  'a transaction without a tenant': {
    pattern: /\.withoutTenant\(/,
    allowed: {
      'server/core/jobs/repeating.ts': 'registry function: the tenants that a job goes through',
      'server/core/mail/delivery.ts': 'registry function: the tenants with mails to send',
      'server/core/security/installation-secret.ts': 'registry table: the secret belongs to no tenant',
      'server/core/security/reencrypt.ts': COMMAND,
      'server/commands/keys-command.ts': COMMAND,
      'server/core/mail/outbox-page.ts': 'registry function: the tenants of the demo mailbox',
      'server/features/client-info/clients.service.ts': 'registry function: the tenant of a host name',
      'server/features/client-info/domains/domains.service.ts':
        'registry function: whether a host name belongs to another tenant',
      'server/features/client-info/tenant-command.ts': COMMAND,
      'server/features/notifications/push/push-keys.ts':
        'registry table: the installation’s push keys belong to no tenant',
      'server/features/platform/clients.service.ts':
        'registry function: every client with its numbers, for superadmins',
      'server/features/platform/health/checks.ts': 'registry tables and function: the installation itself',
      'server/features/platform/health/health.service.ts': 'registry table: the installation’s servers',
      'server/features/platform/heartbeat.ts': 'registry table: the installation’s servers',
      'server/features/platform/jobs.service.ts': 'registry tables and function: jobs of every client',
      'server/features/platform/rollout.service.ts': 'registry function: which clients have a feature',
      'server/features/setup/setup.service.ts': 'registry function: whether any tenant is in use',
    },
  },
  'a stored function that binds its own transaction to the tenant': {
    pattern: /\bcallTenantFunction\b/,
    allowed: {
      'server/core/db/database.ts': 'makes it',
      'server/features/activity/index.ts': 'credit_study_time: the most frequent write',
      'server/features/activity/tracking.repository.ts': 'credit_study_time: the most frequent write',
      'server/features/assessments/attempts/answers.repository.ts':
        'save_attempt_answers: each answer of an exam',
      'server/features/assessments/attempts/answers.service.ts':
        'save_attempt_answers: each answer of an exam',
      'server/features/assessments/attempts/start.repository.ts':
        'begin_attempt: many learners in the same second',
      'server/features/assessments/index.ts': 'begin_attempt: many learners in the same second',
    },
  },
  'a connection or the pool itself': {
    pattern: /\bnew pg\.|\bpg\.Pool\b|\bpool\.(?:query|connect)\(|\bnew Kysely\b|\bsql\.connect/,
    allowed: {
      'server/core/backup/dump-database.ts': COMMAND,
      'server/core/backup/client/import-client.ts': 'a command: one client, as the owner, in one transaction',
      'server/core/backup/load-database.ts': COMMAND,
      'server/core/backup/note-backup.ts': COMMAND,
      'server/core/changes/feed.ts': 'LISTEN needs a connection of its own',
      'server/core/db/connect.ts':
        'creates the database and the role’s password as the superuser; tries a login',
      'server/core/db/database.ts': 'opens the pool',
      'server/core/db/engine.ts': 'the guard connection of the private PostgreSQL',
      'server/core/db/migrate.ts': 'migrations run as the owner',
      'server/core/db/read-trip.ts': 'sends the messages of scope.read',
      'server/core/db/reads.ts': 'shares the trips of scope.read',
      'server/core/db/transaction.ts': 'sends the statements of transactions',
    },
  },
}

const server = sources(['server']).filter(({ path }) => !path.startsWith('server/migrations/'))
const usesOf = (files: readonly Source[], pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

describe('access to the database', () => {
  it.each(Object.entries(ACCESS))('lists every file with %s', (_name, { pattern, allowed }) => {
    expect(usesOf(server, pattern).toSorted()).toEqual(Object.keys(allowed).toSorted())
  })

  it.each([
    ['db.withTenant(7, work)', 'a transaction of a tenant outside of a request scope'],
    ['await core.db.read(7, [query])', 'a read of a tenant outside of a request scope'],
    ['db.withoutTenant((tx) => work(tx))', 'a transaction without a tenant'],
    ['core.db.callTenantFunction(7, call)', 'a stored function that binds its own transaction to the tenant'],
    ['const client = new pg.Client(options)', 'a connection or the pool itself'],
    ['await pool.query(text)', 'a connection or the pool itself'],
  ])('control: finds %s', (text, name) => {
    const { pattern } = ACCESS[name] as Access
    expect(usesOf([{ path: 'server/features/x.ts', text }], pattern)).toHaveLength(1)
  })
})
