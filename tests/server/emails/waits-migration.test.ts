/** Migration 0505 says of campaigns that were paused before why they are, and of mails that wait that they failed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type EarlierDatabase } from '#tests/support/server/migrations.ts'

const WAITS = '0505_mail_waits.sql'
const SCHEDULED = '2026-11-01T08:00:00Z'
const STARTED = '2026-11-02T09:00:00Z'
const PAUSED = '2026-11-02T10:00:00Z'

let earlier: EarlierDatabase
beforeAll(async () => {
  earlier = await databaseBefore(WAITS)
  for (const client of [7, 8])
    await earlier.db.asSuperuser(
      `insert into client (client_id, name, short_name, slug) values ($1::integer, 'Client', 'Client', 'client-' || $1)`,
      [client],
    )
  await add(7, 'by the job', { state: 'paused', changed: SCHEDULED, started: STARTED })
  await add(8, 'by a person', { state: 'paused', changed: PAUSED, started: STARTED })
  await add(8, 'off', { state: 'paused', changed: SCHEDULED, started: STARTED, automation: 'welcome' })
  await add(8, 'sending', { state: 'sending', changed: SCHEDULED, started: STARTED })
  await earlier.db.asSuperuser(
    `insert into email_recipient (client_id, campaign_id, number, email, email_key, language, state, due_at, taken_at,
       error, attempts)
     select 8, c.id, r.number, r.number || '@x.test', r.number || '@x.test', 'en', 'waiting', $2, r.taken_at, r.error,
       r.attempts
     from email_campaign c, (values (1, $1::timestamptz, 'timeout', 1), (2, null, null, 0)) r(number, taken_at, error, attempts)
     where c.name = 'sending'`,
    [STARTED, PAUSED],
  )
})
afterAll(() => earlier.drop())

const add = (
  client: number,
  name: string,
  {
    automation = null,
    ...of
  }: { state: string; changed: string; started: string; automation?: string | null },
) =>
  earlier.db.asSuperuser(
    `insert into email_campaign (client_id, id, name, purpose, state, content, audience, made_at, changed_at, started_at,
       automation)
     values ($1, gen_random_uuid(), $2, 'course', $3, '{}', '{}', now(), $4, $5, $6)`,
    [client, name, of.state, of.changed, of.started, automation],
  )

it('tells who paused each campaign of every client, and since when a mail fails', async () => {
  await earlier.apply(WAITS)
  const campaigns = await earlier.db.asSuperuser(
    'select name, stopped_for, stopped_at from email_campaign order by name',
  )
  expect(campaigns).toEqual([
    { name: 'by a person', stopped_for: 'person', stopped_at: new Date(PAUSED) },
    { name: 'by the job', stopped_for: 'mail_limit', stopped_at: new Date(STARTED) },
    { name: 'off', stopped_for: 'person', stopped_at: new Date(STARTED) },
    { name: 'sending', stopped_for: null, stopped_at: null },
  ])
  const mails = await earlier.db.asSuperuser(
    'select number, failing_for, failing_since from email_recipient order by number',
  )
  expect(mails).toEqual([
    { number: 1, failing_for: 'refused', failing_since: new Date(STARTED) },
    { number: 2, failing_for: null, failing_since: null },
  ])
})
