import type { AuditAction } from '#contract/security/audit-actions.ts'
import { pathFor, type BodyOf, type QueryOf } from '#contract/endpoint.ts'
import { isTimeZone, localTimeAt, resolveLocalTime } from '#contract/live/zone-time.ts'
import {
  listWorkshops as listCall,
  type createWorkshop as createCall,
  type ManagedWorkshop,
  type saveWorkshop as saveCall,
  type WorkshopDocument,
  type WorkshopDraft,
} from '#contract/workshops/manage.ts'
import type { WorkshopDecision } from '#contract/workshops/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import { reencodePicture } from '#server/core/pictures/picture.ts'
import type { WorkshopsContext } from '../context.ts'
import { mailRegistration } from '../mail/mails.ts'
import {
  activeRegistrations,
  countsOf,
  countTaken,
  noCounts,
  openRegistrations,
  type StatusCounts,
} from '../registrations.repository.ts'
import { endOf, settle, stateOf } from '../seats.ts'
import { settleWorkshop } from '../settle.service.ts'
import { newCode } from '../tokens.ts'
import {
  coursesFor,
  insertWorkshop,
  listManaged,
  lockWorkshop,
  managedWorkshopRow,
  titleOfCourse,
  updateState,
  updateWorkshop,
  zoneOfClient,
  type Manager,
  type WorkshopRow,
  type WorkshopValues,
} from '../workshops.repository.ts'

export const managerOf = ({ tenant, actor }: StaffScope): Manager => ({
  clientId: tenant.clientId,
  userId: actor.userId,
  isAdmin: actor.role !== 'instructor',
})

const toManaged = (
  row: WorkshopRow & { course_title: string | null },
  counts: StatusCounts,
  now: Date,
): ManagedWorkshop => {
  const held = counts.registered + counts.offered + counts.confirmed + counts.attended + counts.no_show
  return {
    id: row.id,
    code: row.code,
    title: row.title,
    cover: row.cover,
    state: stateOf(row, now),
    starts_at: row.starts_at.toISOString(),
    ends_at: endOf(row).toISOString(),
    time_zone: row.time_zone,
    place: row.place,
    is_online: row.link !== '',
    capacity: row.capacity,
    seats_left: row.capacity === null ? null : Math.max(0, row.capacity - held),
    course:
      row.course_id === null || row.course_title === null
        ? null
        : { id: row.course_id, title: row.course_title },
    counts,
  }
}

export const listWorkshops = (scope: StaffScope, query: QueryOf<typeof listCall>) =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const { page, page_size: size, period, search = '' } = query
    const rows = await listManaged(
      db,
      managerOf(scope),
      { period, search: search.trim(), limit: size, offset: (page - 1) * size },
      now,
    )
    const counts = await countsOf(
      db,
      scope.tenant.clientId,
      rows.map(({ id }) => id),
    )
    const count = rows[0]?.total ?? 0
    return {
      ...pageLinks(pathFor(listCall, { clientId: scope.tenant.clientId }), query, count),
      results: rows.map((row) => toManaged(row, counts.get(row.id) ?? noCounts(), now)),
    }
  })

export const requireManaged = async (
  db: TenantDb,
  scope: StaffScope,
  workshopId: number,
): Promise<WorkshopRow> => {
  const row = await managedWorkshopRow(db, managerOf(scope), workshopId)
  if (!row) throw notFound()
  return row
}

const toDraft = (row: WorkshopRow): WorkshopDraft => ({
  title: row.title,
  description: row.description,
  cover: row.cover,
  course_id: row.course_id,
  starts_local: localTimeAt(row.time_zone, row.starts_at),
  time_zone: row.time_zone,
  minutes: row.minutes,
  place: row.place,
  link: row.link,
  capacity: row.capacity,
  fields: row.fields,
  double_opt_in: row.double_opt_in,
})

const documentOf = async (db: TenantDb, row: WorkshopRow, now: Date): Promise<WorkshopDocument> => {
  const counts = await countsOf(db, row.client_id, [row.id])
  const title = await titleOfCourse(db, row.client_id, row.course_id)
  return {
    workshop: toManaged({ ...row, course_title: title }, counts.get(row.id) ?? noCounts(), now),
    draft: toDraft(row),
    version: row.version,
  }
}

export const getWorkshop = (scope: StaffScope, workshopId: number): Promise<WorkshopDocument> =>
  scope.tx(async (db) => documentOf(db, await requireManaged(db, scope, workshopId), scope.clock.now()))

/** A time that the clock skips or shows twice is an error that says so: nobody guesses for the host. */
const startOf = ({ starts_local: local, time_zone: zone }: WorkshopDraft): Date => {
  if (!isTimeZone(zone)) throw invalidField('time_zone', { code: 'invalid', message: 'Choose a time zone.' })
  const time = resolveLocalTime(zone, local)
  if (!time) throw invalidField('starts_local', { code: 'invalid', message: 'Enter a date and a time.' })
  if (time.kind === 'exact') return time.at
  throw invalidField('starts_local', {
    code: 'invalid',
    message:
      time.kind === 'gap'
        ? `${local.slice(11)} does not exist on this day in ${zone}: the clocks change.`
        : `${local.slice(11)} comes twice on this day in ${zone}: the clocks change. Choose another time.`,
    params: { why: time.kind },
  })
}

const checkLink = (link: string): void => {
  if (link === '') return
  if (!URL.canParse(link) || new URL(link).protocol !== 'https:')
    throw invalidField('link', { code: 'invalid', message: 'Enter a link that starts with https://.' })
}

const checkFields = ({ fields }: WorkshopDraft): void => {
  const ids = new Set(fields.map(({ id }) => id))
  const isWhole =
    ids.size === fields.length &&
    fields.filter(({ kind }) => kind === 'file').length <= 1 &&
    fields.every(({ kind, options }) => kind !== 'choice' || new Set(options).size >= 2)
  if (!isWhole)
    throw invalidField('fields', {
      code: 'invalid',
      message: 'A choice needs two different options, and a form has one file at most.',
    })
}

const valuesOf = async (
  context: WorkshopsContext,
  db: TenantDb,
  scope: StaffScope,
  draft: WorkshopDraft,
  former: WorkshopRow | null,
): Promise<WorkshopValues> => {
  const { starts_local: _local, ...rest } = draft
  checkLink(draft.link)
  checkFields(draft)
  if (draft.course_id !== null && draft.course_id !== former?.course_id) {
    const courses = await coursesFor(db, managerOf(scope))
    if (!courses.some(({ id }) => id === draft.course_id))
      throw invalidField('course_id', { code: 'invalid', message: 'Choose one of your courses.' })
  }
  if (
    draft.cover !== null &&
    draft.cover !== former?.cover &&
    !(COVER.test(draft.cover) && (await context.fileExists(scope.tenant.clientId, draft.cover)))
  )
    throw invalidField('cover', { code: 'invalid', message: 'Add the picture again.' })
  return { ...rest, starts_at: startOf(draft), fields: JSON.stringify(draft.fields) }
}

const COVER = /\/workshop\.[a-f0-9]{20}\.[a-z]{3,4}$/

const requireFuture = (startsAt: Date, now: Date): void => {
  if (startsAt <= now)
    throw invalidField('starts_local', {
      code: 'too_small',
      message: 'This time is over. Choose a later one.',
    })
}

const auditChange = (
  context: WorkshopsContext,
  db: TenantDb,
  scope: StaffScope,
  action: AuditAction,
  id: number,
) =>
  context.audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: `workshop:${id}`,
  })

export const createWorkshop = (
  context: WorkshopsContext,
  scope: StaffScope,
  { idempotency_key: key, ...draft }: BodyOf<typeof createCall>,
): Promise<WorkshopDocument> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const values = await valuesOf(context, db, scope, draft, null)
    requireFuture(values.starts_at, now)
    const { id, isNew } = await insertWorkshop(
      db,
      scope.tenant.clientId,
      { ...values, code: newCode(), create_key: key, created_by: scope.actor.userId },
      now,
    )
    if (isNew) await auditChange(context, db, scope, 'workshops.create', id)
    return documentOf(db, await requireManaged(db, scope, id), now)
  })

/** Whether people who registered must hear of the change. */
const isMoved = (former: WorkshopRow, next: WorkshopValues): boolean =>
  former.starts_at.getTime() !== next.starts_at.getTime() ||
  former.minutes !== next.minutes ||
  former.place !== next.place ||
  former.link !== next.link

const locked = async (db: TenantDb, scope: StaffScope, workshopId: number): Promise<WorkshopRow> => {
  await requireManaged(db, scope, workshopId)
  const row = await lockWorkshop(db, { clientId: scope.tenant.clientId, workshopId })
  if (!row) throw notFound()
  return row
}

const checkCapacity = async (db: TenantDb, row: WorkshopRow, capacity: number | null, now: Date) => {
  if (capacity === null) return
  const key = { clientId: row.client_id, workshopId: row.id }
  const taken = await countTaken(db, key)
  const unlimited = settle({ ...row, capacity: 1_000_000 }, taken, await openRegistrations(db, key), now)
  const held = 1_000_000 - unlimited.left - unlimited.offered.length
  if (capacity < held)
    throw invalidField('capacity', {
      code: 'too_small',
      message: `${held} seats are taken. Cancel registrations first.`,
      params: { min: held },
    })
}

export const saveWorkshop = (
  context: WorkshopsContext,
  scope: StaffScope,
  workshopId: number,
  { version, ...draft }: BodyOf<typeof saveCall>,
): Promise<WorkshopDocument> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const key = { clientId: scope.tenant.clientId, workshopId }
    const former = await locked(db, scope, workshopId)
    if (former.version !== version)
      throw new AppError('conflict', 'Somebody else changed this workshop. Reload it to see their version.')
    const values = await valuesOf(context, db, scope, draft, former)
    const moved = isMoved(former, values)
    if (values.starts_at.getTime() !== former.starts_at.getTime()) requireFuture(values.starts_at, now)
    if (values.capacity !== former.capacity) await checkCapacity(db, former, values.capacity, now)
    await updateWorkshop(db, key, { ...values, sequence: former.sequence + (moved ? 1 : 0) }, now)
    await auditChange(context, db, scope, 'workshops.save', workshopId)
    if (moved) await mailEverybody(context, db, key, 'workshop_changed', former.state)
    await settleWorkshop(context, db, key, now)
    return documentOf(db, await requireManaged(db, scope, workshopId), now)
  })

/** People of a workshop that has been public. */
const mailEverybody = async (
  context: WorkshopsContext,
  db: TenantDb,
  key: { clientId: number; workshopId: number },
  mail: 'workshop_changed' | 'workshop_cancelled',
  formerState: WorkshopDecision,
): Promise<void> => {
  if (formerState === 'draft' || formerState === 'cancelled') return
  const workshop = await lockWorkshop(db, key)
  if (!workshop) return
  for (const row of await activeRegistrations(db, key))
    await mailRegistration(context, db, mail, workshop, row)
}

export const setWorkshopState = (
  context: WorkshopsContext,
  scope: StaffScope,
  workshopId: number,
  state: WorkshopDecision,
): Promise<WorkshopDocument> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const key = { clientId: scope.tenant.clientId, workshopId }
    const former = await locked(db, scope, workshopId)
    if (former.state !== state) {
      requireAllowed(former, state, now)
      const isCancelled = state === 'cancelled'
      await updateState(db, key, { state, sequence: former.sequence + (isCancelled ? 1 : 0) }, now)
      await auditChange(context, db, scope, `workshops.${state}`, workshopId)
      if (isCancelled) await mailEverybody(context, db, key, 'workshop_cancelled', former.state)
      await settleWorkshop(context, db, key, now)
    }
    return documentOf(db, await requireManaged(db, scope, workshopId), now)
  })

/** People have been told that a cancelled workshop does not take place; a public one is not a draft again. */
const requireAllowed = (former: WorkshopRow, next: WorkshopDecision, now: Date): void => {
  if (former.state === 'cancelled')
    throw new AppError('conflict', 'A cancelled workshop stays cancelled. Create a new one.')
  if (next === 'draft')
    throw new AppError('conflict', 'This workshop is public already. You can close its registration.')
  if (next === 'open' && former.starts_at <= now)
    throw new AppError('conflict', 'This workshop has started already. Choose a later time first.')
}

export const workshopOptions = (scope: StaffScope) =>
  scope.tx(async (db) => ({
    courses: await coursesFor(db, managerOf(scope)),
    time_zone: await zoneOfClient(db, scope.tenant.clientId),
  }))

const COVER_MAX_BYTES = 5 * 1024 * 1024

export const uploadCover = async (
  context: WorkshopsContext,
  scope: StaffScope,
  base64: string,
): Promise<{ url: string }> => {
  const content = Buffer.from(base64, 'base64')
  if (content.length > COVER_MAX_BYTES)
    throw new AppError('body_too_large', 'This picture is larger than 5 MB. Choose a smaller one.')
  const picture = await reencodePicture(content)
  if (!picture)
    throw invalidField('cover', {
      code: 'invalid',
      message: 'This file is not a picture, or it is damaged. Choose another one.',
    })
  return { url: await context.storeFile(scope.tenant.clientId, { ...picture, words: 'workshop' }) }
}
