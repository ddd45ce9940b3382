/** Drafts of campaigns: list, save, preview of the audience, and a test mail to oneself. */
import { pathFor, type BodyOf, type QueryOf } from '#contract/endpoint.ts'
import {
  listCampaigns,
  previewAudience,
  type Afterwards,
  type Audience,
  type Campaign,
  type createCampaign as createCall,
  type saveCampaign as saveCall,
  type testCampaign as testCall,
} from '#contract/emails/campaigns.ts'
import { emptyContent, languageOfMail } from '#contract/emails/content.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { starterOf } from './automations/starters.ts'
import { audiencePage, audienceRows, countAudience } from './audience.ts'
import * as repository from './campaigns.repository.ts'
import type { EmailsContext } from './context.ts'
import { waitsOf } from './sending/waits.ts'
import { drawMail, valuesOf } from './draw/draw-mail.ts'
import { campaignTexts } from './draw/texts.ts'
import { previewAddress } from './preview.routes.ts'

export const movedOn = () =>
  new AppError('conflict', 'This campaign has moved on. Reload the page to see where it is now.')

const EVERYBODY: Audience = {
  kind: 'people',
  people: { role: 'student', course: null, group: null, state: null },
  addresses: [],
}

export const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null

export const known = async (db: TenantDb, id: string): Promise<repository.CampaignRecord> => {
  const record = await repository.readCampaign(db, id)
  if (!record) throw notFound()
  return record
}
export const locked = async (db: TenantDb, id: string): Promise<repository.CampaignRecord> => {
  const record = await repository.lockCampaign(db, id)
  if (!record) throw notFound()
  return record
}

const afterwardsOf = (counted: readonly repository.StateCount[]) => {
  const sum = (name: Afterwards) => counted.reduce((before, each) => before + each[name], 0)
  return {
    unsubscribed: sum('unsubscribed'),
    bounced: sum('bounced'),
    complained: sum('complained'),
    opened: sum('opened'),
    clicked: sum('clicked'),
  }
}

export const campaignOf = async (
  { core }: Pick<EmailsContext, 'core'>,
  db: TenantDb,
  clientId: number,
  id: string,
): Promise<Campaign> => {
  const record = await known(db, id)
  const counted = await repository.countRecipients(db, id)
  const waits = await waitsOf(db, core, [record])
  const of = (state: repository.StateCount['state']) =>
    counted.find((each) => each.state === state)?.count ?? 0
  return {
    id,
    name: record.name,
    purpose: record.purpose,
    automation: record.automation,
    state: record.state,
    content: record.content,
    audience: record.audience,
    version: record.version,
    made_by: await repository.nameOf(db, record.made_by),
    changed_at: record.changed_at.toISOString(),
    scheduled_at: isoOf(record.scheduled_at),
    local_time: record.local_time,
    started_at: isoOf(record.started_at),
    finished_at: isoOf(record.finished_at),
    wait: waits.get(id) ?? null,
    has_mail_server: core.config.mail !== null,
    counts: {
      waiting: of('waiting'),
      sending: of('sending'),
      sent: of('sent'),
      failed: of('failed'),
      unknown: of('unknown'),
      left_out: of('left_out'),
      ...afterwardsOf(counted),
    },
    preview_path: previewAddress(clientId, id),
  }
}

export const campaignList = (
  { core }: EmailsContext,
  scope: AdminScope,
  query: QueryOf<typeof listCampaigns>,
) =>
  scope.tx(async (db) => {
    const { page, page_size: size, ...filter } = query
    const { count, rows } = await repository.campaignPage(db, filter, {
      limit: size,
      offset: (page - 1) * size,
    })
    const waits = await waitsOf(db, core, rows)
    return {
      ...pageLinks(pathFor(listCampaigns, { clientId: scope.tenant.clientId }), query, count),
      results: rows.map(({ stopped_for: _why, stopped_at: _since, ...row }) => ({
        ...row,
        changed_at: row.changed_at.toISOString(),
        scheduled_at: isoOf(row.scheduled_at),
        started_at: isoOf(row.started_at),
        wait: waits.get(row.id) ?? null,
      })),
    }
  })

export const campaignOptions = (scope: AdminScope) =>
  scope.tx(async (db) => ({
    courses: await repository.courseOptions(db),
    groups: await repository.groupOptions(db),
    time_zone: await repository.clientZone(db),
  }))

export const getCampaign = (context: EmailsContext, scope: AdminScope, id: string): Promise<Campaign> =>
  scope.tx((db) => campaignOf(context, db, scope.tenant.clientId, id))

export const createCampaign = (
  context: EmailsContext,
  scope: AdminScope,
  body: BodyOf<typeof createCall>,
): Promise<Campaign> =>
  scope.tx(async (db) => {
    const from = body.copy_of === null ? null : await known(db, body.copy_of)
    const { automation } = body
    const fresh = automation === null ? emptyContent() : starterOf(automation, scope.tenant.languages)
    await repository.addCampaign(db, {
      id: body.idempotency_key,
      name: body.name,
      purpose: from?.purpose ?? 'course',
      automation,
      content: from?.content ?? fresh,
      // An automation goes to people here.
      audience: automation === null && from ? from.audience : EVERYBODY,
      by: scope.actor.userId,
      now: scope.clock.now(),
    })
    return campaignOf(context, db, scope.tenant.clientId, body.idempotency_key)
  })

export const saveCampaign = (
  context: EmailsContext,
  scope: AdminScope,
  id: string,
  { version, content, audience, ...rest }: BodyOf<typeof saveCall>,
): Promise<Campaign> =>
  scope.tx(async (db) => {
    const record = await locked(db, id)
    if (record.state !== 'draft' || record.version !== version) throw movedOn()
    if (record.automation !== null && audience.kind !== 'people')
      throw invalidField('audience.kind', fieldIssue('invalid'))
    await repository.updateCampaign(db, id, {
      ...rest,
      content: JSON.stringify(content),
      audience: JSON.stringify(audience),
      version: version + 1,
      changed_at: scope.clock.now(),
    })
    return campaignOf(context, db, scope.tenant.clientId, id)
  })

/** A draft that is gone already stays gone. An automation that has mailed somebody stays: its links must work. */
export const deleteCampaign = (scope: AdminScope, id: string): Promise<undefined> =>
  scope.tx(async (db) => {
    const record = await repository.lockCampaign(db, id)
    if (record && (record.state !== 'draft' || record.started_at !== null)) throw movedOn()
    await repository.removeCampaign(db, id)
    return undefined
  })

export const audienceOf = (
  { peopleMatching }: EmailsContext,
  scope: AdminScope,
  id: string,
  query: QueryOf<typeof previewAudience>,
) =>
  scope.tx(async (db) => {
    const { page, page_size: size, reason } = query
    const { clientId, languages } = scope.tenant
    const rows = audienceRows(peopleMatching, {
      clientId,
      campaign: await known(db, id),
      language: languages[0],
      now: scope.clock.now(),
    })
    const counts = await countAudience(db, rows)
    const shown = await audiencePage(db, rows, {
      reason: reason ?? null,
      limit: size,
      offset: (page - 1) * size,
    })
    const path = pathFor(previewAudience, { clientId, campaignId: id })
    const countOf = (wanted: string | null) => counts.find((each) => each.reason === wanted)?.count ?? 0
    return {
      ...pageLinks(path, query, countOf(reason ?? null)),
      results: shown,
      gets: countOf(null),
      left_out: counts.flatMap(({ reason: why, count }) => (why === null ? [] : [{ reason: why, count }])),
    }
  })

export const sendTest = (
  { core }: EmailsContext,
  scope: AdminScope,
  id: string,
  body: BodyOf<typeof testCall>,
) =>
  scope.tx(async (db) => {
    const { content } = await known(db, id)
    const me = await repository.addressOf(db, scope.actor.userId)
    const language = languageOfMail(content, body.language, scope.tenant.languages)
    if (!me || !language) throw new AppError('conflict', 'Write a subject and a text first.')
    const mail = drawMail({
      content,
      language,
      values: valuesOf({ name: me.full_name, email: me.email }, scope.tenant.name),
      unsubscribeUrl: null,
      theme: 'auto',
    })
    await core.outbox.add(db, {
      ...mail,
      to: me.email,
      channel: 'email',
      language,
      subject: `[${campaignTexts(language).test}] ${mail.subject}`,
    })
    return { detail: me.email }
  })
