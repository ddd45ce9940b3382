/**
 * Sends campaigns: a few mails at once, each marked before it is handed over and settled after it. A crash in between
 * leaves mails as unknown instead of sending them twice
 * (docs/decisions/emails/never-repeat-a-mail-that-may-have-arrived.md).
 */
import { languageOfMail } from '#contract/emails/content.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tenant } from '#server/core/http/scope.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { originOf, siteOf, type Site } from '#server/core/mail/site.ts'
import { withTimeout } from '#server/core/mail/delivery.ts'
import { cut } from '#contract/text/truncate.ts'
import { readCampaign, countRecipients, isAdmin, updateCampaign } from '../campaigns.repository.ts'
import type { SendingContext } from '../context.ts'
import { drawMail, valuesOf } from '../draw/draw-mail.ts'
import { isUnreachable, kindOfFailure } from './failure.ts'
import { isBeyondMailPlan, mailRoom } from './mail-plan.ts'
import {
  dueCampaign,
  finishCampaigns,
  giveUpStuck,
  sendingCampaigns,
  settle,
  takeNext,
  type TakenMail,
} from './recipients.repository.ts'
import { startSending } from './sending.service.ts'
import { takeIn } from '../automations/take-in.ts'
import { readEmailSettings } from '../events/events.repository.ts'
import { clickPath, openPath } from '../tracking.ts'
import { unsubscribePath } from '../unsubscribe.ts'

const FIRST_MS = 4000
const EVERY_MS = 1000
/** Mails of one campaign that are sent at the same time, and in one run: about thirty a second. */
const CONCURRENCY = 5
const MAILS_PER_RUN = 50
/** Longer than any hand-over, so that an older mark means that its server stopped. */
const STUCK_AFTER_MS = 180_000
/** Eight and a half hours in all: a mail server may be away for a night. */
const RETRY_AFTER_MS = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000] as const
const ERROR_MAX = 300

interface Run {
  readonly context: SendingContext
  readonly tenant: Tenant
  readonly site: Site
  readonly countsOpens: boolean
}

const urlOf = ({ context, site }: Run, path: string): string =>
  site.urlOf(path) ?? new URL(path, originOf(context.core.config)).href

const mailTo = async (run: Run, db: TenantDb, taken: TakenMail) => {
  const { context, tenant } = run
  const campaign = await readCampaign(db, taken.campaign_id)
  const language = campaign && languageOfMail(campaign.content, taken.language, tenant.languages)
  if (!campaign || !language) throw new Error('the campaign has no complete language')
  const mailed = { clientId: tenant.clientId, ...taken }
  const unsubscribeUrl = urlOf(run, unsubscribePath(context.core, mailed))
  const mail = drawMail({
    content: campaign.content,
    language,
    values: valuesOf(taken, tenant.name),
    unsubscribeUrl,
    theme: 'auto',
    tracking: {
      through: (url) => urlOf(run, clickPath(context.core, mailed, url)),
      openUrl: run.countsOpens ? urlOf(run, openPath(context.core, mailed)) : null,
    },
  })
  return { ...mail, language, unsubscribeUrl }
}

/** Hands one mail over and writes down what came of it. */
const handOver = async (run: Run, taken: TakenMail): Promise<void> => {
  const { core, deliver } = run.context
  const { clientId, name: senderName } = run.tenant
  const tx = <T>(work: (db: TenantDb) => Promise<T>) => core.db.withTenant(clientId, work)
  const mail = await tx((db) => mailTo(run, db, taken))
  if (!deliver) {
    await tx(async (db) => {
      await core.outbox.add(db, { ...mail, to: taken.email, channel: 'email' })
      await settle(db, taken, { state: 'sent', error: null }, core.clock.now())
    })
    return
  }
  try {
    await withTimeout(
      deliver({
        ...mail,
        clientId,
        senderName,
        id: taken.number,
        key: `${taken.campaign_id}.${taken.number}`,
        channel: 'email',
        recipient: taken.email,
      }),
    )
  } catch (failure) {
    const error = cut(failure instanceof Error ? failure.message : String(failure), ERROR_MAX)
    const kind = kindOfFailure(failure)
    const now = core.clock.now()
    const delay = RETRY_AFTER_MS[taken.attempts - 1]
    core.log.warn(
      { clientId, campaign: taken.campaign_id, number: taken.number, kind, error },
      'mail not sent',
    )
    await tx((db) =>
      settle(
        db,
        taken,
        kind === 'later' && delay !== undefined
          ? {
              state: 'waiting',
              error,
              dueAt: new Date(now.getTime() + delay),
              failingFor: isUnreachable(failure) ? 'unreachable' : 'refused',
            }
          : { state: kind === 'unknown' ? 'unknown' : 'failed', error },
        now,
      ),
    )
    return
  }
  await tx((db) => settle(db, taken, { state: 'sent', error: null }, core.clock.now()))
}

/** A campaign found room for all its mails when it began; those of an automation wait while the plan has none. */
const sendSome = async (
  run: Run,
  { id: campaignId, is_automation: isAutomation }: { id: string; is_automation: boolean },
): Promise<void> => {
  const { core } = run.context
  const room = isAutomation
    ? await core.db.withTenant(run.tenant.clientId, (db) => mailRoom(db, core))
    : Infinity
  let left = Math.min(MAILS_PER_RUN, room)
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const taken = await core.db.withTenant(run.tenant.clientId, (db) =>
        takeNext(db, campaignId, core.clock.now()),
      )
      if (taken === null) return
      if (taken !== 'left_out') await handOver(run, taken)
    }
  }
  // Waits for all workers even if one fails, so that no mail is being sent when the server reports that it stopped.
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Scheduled campaigns begin when their time has come, if whoever scheduled them still administers. */
const startDue = async (
  { context, tenant }: Pick<Run, 'context' | 'tenant'>,
  db: TenantDb,
  now: Date,
): Promise<void> => {
  for (;;) {
    const campaign = await dueCampaign(db, now)
    if (!campaign) return
    const { clientId, languages } = tenant
    if (await isAdmin(db, campaign.started_by)) {
      await startSending(db, context, campaign, { clientId, language: languages[0], now })
      // Nobody is there to be told: whoever resumes it is.
      if (await isBeyondMailPlan(db, context.core))
        await updateCampaign(db, campaign.id, { state: 'paused', stopped_for: 'mail_limit', stopped_at: now })
    } else
      await updateCampaign(db, campaign.id, {
        ...{ state: 'draft', scheduled_at: null, local_time: null },
        ...{ stopped_for: 'starter_left', stopped_at: now },
      })
  }
}

const takeInAll = async (
  { context, tenant }: Pick<Run, 'context' | 'tenant'>,
  db: TenantDb,
  now: Date,
): Promise<void> => {
  const { clientId, languages } = tenant
  const asked = { clientId, language: languages[0], now }
  let isMore = true
  while (isMore) isMore = await takeIn(db, context.peopleMatching, asked)
}

const finish = ({ context: { core }, tenant }: Run): Promise<void> =>
  core.db.withTenant(tenant.clientId, async (db) => {
    const now = core.clock.now()
    for (const campaign of await finishCampaigns(db, now)) {
      const counted = await countRecipients(db, campaign.id)
      await core.audit.record(db, {
        action: 'emails.finish',
        result: 'ok',
        actorId: campaign.started_by,
        object: `email_campaign:${campaign.id}`,
        detail: Object.fromEntries(counted.map(({ state, count }) => [state, count])),
      })
    }
  })

export const createCampaignsJob = (context: SendingContext): RepeatingJob<void> => {
  const { core } = context
  const visit = async (clientId: number) => {
    const tenant = await context.findTenant(clientId)
    if (!tenant?.isActive || !tenant.features.has('admin_emails')) return
    const found = await core.db.withTenant(clientId, async (db) => {
      const now = core.clock.now()
      await giveUpStuck(db, new Date(now.getTime() - STUCK_AFTER_MS), now)
      await startDue({ context, tenant }, db, now)
      await takeInAll({ context, tenant }, db, now)
      const open = await sendingCampaigns(db, now)
      return {
        open,
        site: await siteOf(db, core.config, clientId),
        countsOpens: open.length > 0 && (await readEmailSettings(db)).track_opens,
      }
    })
    const { open, ...rest } = found
    const run = { context, tenant, ...rest }
    for (const campaign of open) await sendSome(run, campaign)
    if (open.length > 0) await finish(run)
  }
  return createRepeatingJob(core, {
    name: 'campaigns',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'campaigns did not go on',
    look: async (tenants) => {
      for await (const clientId of tenants())
        try {
          await visit(clientId)
        } catch (error) {
          core.log.error({ err: error, clientId }, 'the campaigns of a client did not go on')
        }
    },
  })
}
