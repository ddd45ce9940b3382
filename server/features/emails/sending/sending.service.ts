/** Send, pause, resume, cancel, send again to the failed, and the result of each person. */
import { pathFor, type BodyOf, type QueryOf } from '#contract/endpoint.ts'
import {
  listRecipients,
  type Campaign,
  type moveCampaign as moveCall,
  type sendCampaign as sendCall,
} from '#contract/emails/campaigns.ts'
import { problemsOf } from '#contract/emails/content.ts'
import type { Language } from '#contract/languages.ts'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { audienceRows, countAudience, fixRecipients } from '../audience.ts'
import * as repository from '../campaigns.repository.ts'
import { campaignOf, isoOf, known, locked, movedOn } from '../campaigns.service.ts'
import type { EmailsContext } from '../context.ts'
import { requireMailPlan } from './mail-plan.ts'
import { retryFailed } from './recipients.repository.ts'

const YEAR_MS = 366 * 86_400_000

const audited = (
  { core }: EmailsContext,
  db: TenantDb,
  scope: AdminScope,
  action: AuditAction,
  id: string,
  detail: Record<string, string | number> = {},
) =>
  core.audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: `email_campaign:${id}`,
    detail,
  })

/** Fixes who gets it and lets the job begin; answers how many they are. */
export const startSending = async (
  db: TenantDb,
  { peopleMatching }: Pick<EmailsContext, 'peopleMatching'>,
  campaign: repository.CampaignRecord,
  { clientId, language, now }: { clientId: number; language: Language; now: Date },
): Promise<number> => {
  const rows = audienceRows(peopleMatching, { clientId, campaign, language, now })
  await fixRecipients(db, campaign, rows, now)
  await repository.updateCampaign(db, campaign.id, { state: 'sending', started_at: now })
  const counted = await repository.countRecipients(db, campaign.id)
  return counted.find(({ state }) => state === 'waiting')?.count ?? 0
}

/** Null: now. A time on each person's own clock starts with the first of them; whose clock is past it get it at once. */
const startTime = async (
  db: TenantDb,
  { at, local, now }: Pick<BodyOf<typeof sendCall>, 'local'> & { at: string | null; now: Date },
): Promise<Date | null> => {
  if (at === null && local === null) return null
  const times = local && (await repository.localTimes(db, local.time))
  const start = times ? (local?.zone === 'each' ? times.first : times.client) : new Date(at ?? now)
  const last = times && local?.zone === 'each' ? times.last : start
  if (last <= now || start.getTime() > now.getTime() + YEAR_MS)
    throw invalidField(times ? 'local.time' : 'scheduled_at', {
      code: 'invalid',
      message: 'Choose a time in the future, at most a year from now.',
    })
  return start
}

/** From now on: nobody who joined, fell inactive or finished before gets a mail. */
const switchOn = async (
  context: EmailsContext,
  db: TenantDb,
  scope: AdminScope,
  { record, isTimed }: { record: repository.CampaignRecord; isTimed: boolean },
): Promise<Campaign> => {
  if (isTimed) throw invalidField('scheduled_at', fieldIssue('invalid'))
  const now = scope.clock.now()
  await repository.updateCampaign(db, record.id, {
    state: 'sending',
    started_by: scope.actor.userId,
    started_at: record.started_at ?? now,
    changed_at: now,
    on_since: now,
    stopped_for: null,
    stopped_at: null,
  })
  await audited(context, db, scope, 'emails.automation_on', record.id)
  return campaignOf(context, db, scope.tenant.clientId, record.id)
}

export const sendCampaign = (
  context: EmailsContext,
  scope: AdminScope,
  id: string,
  { version, scheduled_at: at, local }: BodyOf<typeof sendCall>,
): Promise<Campaign> =>
  scope.tx(async (db) => {
    const record = await locked(db, id)
    if (record.state !== 'draft' || record.version !== version) throw movedOn()
    if (problemsOf(record.content).length > 0)
      throw new AppError('conflict', 'Something in the mail is missing. See the notes in the editor.')
    if (record.automation !== null)
      return switchOn(context, db, scope, { record, isTimed: at !== null || local !== null })
    const now = scope.clock.now()
    const { clientId, languages } = scope.tenant
    const question = { clientId, language: languages[0], now }
    const rows = audienceRows(context.peopleMatching, { ...question, campaign: record })
    const gets = (await countAudience(db, rows)).find(({ reason }) => reason === null)?.count ?? 0
    if (gets === 0) throw new AppError('conflict', 'Nobody would get this mail. Check the audience.')
    const startAt = await startTime(db, { at, local, now })
    await repository.updateCampaign(db, id, {
      started_by: scope.actor.userId,
      changed_at: now,
      stopped_for: null,
      stopped_at: null,
      ...(startAt && {
        state: 'scheduled',
        scheduled_at: startAt,
        local_time: local?.zone === 'each' ? local.time : null,
      }),
    })
    if (!startAt) {
      await startSending(db, context, record, question)
      await requireMailPlan(db, context.core)
    }
    await audited(context, db, scope, 'emails.send', id, {
      recipients: gets,
      ...(startAt && { at: startAt.toISOString() }),
    })
    return campaignOf(context, db, clientId, id)
  })

const MOVES = {
  pause: { from: ['sending'], to: 'paused' },
  resume: { from: ['paused'], to: 'sending' },
  cancel: { from: ['sending', 'paused', 'scheduled'], to: 'cancelled' },
  edit: { from: ['scheduled'], to: 'draft' },
} as const
/** An automation is switched off and on; what it says changes while it is off. */
const AUTOMATION_MOVES = {
  pause: { from: ['sending'], to: 'paused' },
  resume: { from: ['paused'], to: 'sending' },
  cancel: { from: [], to: 'cancelled' },
  edit: { from: ['paused'], to: 'draft' },
} as const

/** A repeat finds the campaign where it should be and changes nothing. */
export const moveCampaign = (
  context: EmailsContext,
  scope: AdminScope,
  id: string,
  { move }: BodyOf<typeof moveCall>,
): Promise<Campaign> =>
  scope.tx(async (db) => {
    const { state, automation } = await locked(db, id)
    const { from, to } = automation === null ? MOVES[move] : AUTOMATION_MOVES[move]
    if (state === to) return campaignOf(context, db, scope.tenant.clientId, id)
    if (!from.some((each) => each === state)) throw movedOn()
    const now = scope.clock.now()
    await repository.updateCampaign(db, id, {
      state: to,
      changed_at: now,
      stopped_for: to === 'paused' ? 'person' : null,
      stopped_at: to === 'paused' ? now : null,
      ...(to === 'draft' && { scheduled_at: null, local_time: null }),
      ...(to === 'cancelled' && { finished_at: now }),
      ...(to === 'sending' && automation !== null && { on_since: now }),
    })
    if (to === 'sending') await requireMailPlan(db, context.core)
    await audited(context, db, scope, 'emails.move', id, { move })
    return campaignOf(context, db, scope.tenant.clientId, id)
  })

export const resendCampaign = (context: EmailsContext, scope: AdminScope, id: string): Promise<Campaign> =>
  scope.tx(async (db) => {
    const { state, automation } = await locked(db, id)
    if (state !== (automation === null ? 'done' : 'sending')) throw movedOn()
    const now = scope.clock.now()
    const again = await retryFailed(db, id, now)
    if (again === 0) throw movedOn()
    await repository.updateCampaign(db, id, {
      state: 'sending',
      started_by: scope.actor.userId,
      changed_at: now,
      finished_at: null,
    })
    await requireMailPlan(db, context.core)
    await audited(context, db, scope, 'emails.resend', id, { recipients: again })
    return campaignOf(context, db, scope.tenant.clientId, id)
  })

export const recipientList = (scope: AdminScope, id: string, query: QueryOf<typeof listRecipients>) =>
  scope.tx(async (db) => {
    const { page, page_size: size, ...filter } = query
    await known(db, id)
    const { count, rows } = await repository.recipientPage(db, id, filter, {
      limit: size,
      offset: (page - 1) * size,
    })
    return {
      ...pageLinks(
        pathFor(listRecipients, { clientId: scope.tenant.clientId, campaignId: id }),
        query,
        count,
      ),
      results: rows.map((row) => ({
        email: row.email,
        name: row.name,
        user_id: row.user_id,
        language: row.language,
        state: row.state,
        exclusion: row.exclusion,
        error: row.error,
        settled_at: isoOf(row.settled_at),
        unsubscribed_at: isoOf(row.unsubscribed_at),
        bounced_at: isoOf(row.bounced_at),
        bounce: row.bounce,
        complained_at: isoOf(row.complained_at),
        opened_at: isoOf(row.opened_at),
        clicked_at: isoOf(row.clicked_at),
        topic: row.topic,
      })),
    }
  })
