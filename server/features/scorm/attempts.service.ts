import type { CourseDocument, ScormContent } from '#contract/course-builder/draft.ts'
import { findNode } from '#contract/course-builder/draft-operations.ts'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { BodyOf, ResponseInputOf } from '#contract/endpoint.ts'
import {
  SCORM_ATTEMPTS_MAX,
  type openScorm,
  type previewScorm,
  type saveScorm,
  type ScormLaunch,
} from '#contract/scorm/scorm.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { MemberScope, StaffScope } from '#server/core/http/scope.ts'
import { pathIn } from '#server/core/packages/scorm-parts.ts'
import * as rows from './attempts.repository.ts'
import { resumableState, launchState, secondsOf } from './launch-state.ts'
import { originFor } from './origin.ts'
import { bestOf, outcomeOf } from './outcome.ts'
import type { Tickets } from './tickets.ts'

/** What this feature needs of courses; handed over in app.ts. */
export interface ItemActions {
  /** Throws unless the caller may see the item, like the topic page does. */
  readonly open: (
    db: TenantDb,
    scope: MemberScope,
    itemId: number,
  ) => Promise<{ courseId: number; enrolled: boolean }>
  /** Locks the caller's enrolment; throws for a caller who is not enrolled. */
  readonly lockEnrolment: (db: TenantDb, scope: MemberScope, itemId: number) => Promise<{ courseId: number }>
  /** Writes the caller's progress. */
  readonly complete: (
    db: TenantDb,
    scope: MemberScope,
    itemId: number,
    outcome: { completed: boolean },
  ) => Promise<ProgressResult>
}

export interface ScormContext {
  items: ItemActions
  tickets: Tickets
  packagesUrl: string | null
  fileExists: (clientId: number, url: string) => Promise<boolean>
  /** Returns the draft of a course that this person may edit; throws for any other course. */
  document: (scope: StaffScope, courseId: number) => Promise<CourseDocument>
}

const SESSION_SECONDS_MAX = 86_400

const toAttempt = (row: rows.AttemptRow): NonNullable<ResponseInputOf<typeof openScorm>['attempt']> => ({
  number: row.number,
  status: row.status,
  percent: row.percent,
  started_at: row.started_at.toISOString(),
  saved_at: row.saved_at.toISOString(),
})

/** Returns the stored package's file name; throws where the package is missing. */
const packageOf = async (
  context: ScormContext,
  clientId: number,
  content: ScormContent | null,
): Promise<string> => {
  const name = /^\/files\/\d+\/([a-z0-9._-]+\.zip)$/.exec(content?.package_url ?? '')?.[1]
  if (name === undefined || !(await context.fileExists(clientId, content?.package_url ?? '')))
    throw new AppError('not_found', 'The package of this lesson is missing.')
  return name
}

/** Returns the launch page as a safe path within the package, whatever the draft says. */
const pageOf = (launch: string): string => {
  const [, path = '', query = ''] = /^([^?#]*)(.*)$/s.exec(launch) ?? []
  const name = pathIn(path)
  if (name === null) throw new AppError('not_found', 'The package of this lesson is missing.')
  return name.split('/').map(encodeURIComponent).join('/') + query
}

interface LaunchOptions {
  content: ScormContent
  file: string
  itemId: number
  savedState: ScormLaunch['state']
  seconds: number
}

const launchOf = async (
  context: ScormContext,
  db: TenantDb,
  scope: MemberScope,
  { content, file, itemId, savedState, seconds }: LaunchOptions,
): Promise<ScormLaunch> => {
  const { clientId } = scope.tenant
  const { userId, sessionId } = scope.actor
  const ticket = context.tickets.write(
    clientId,
    { userId, sessionId, itemId, version: content.version, file },
    scope.clock.now(),
  )
  const name = await rows.learnerName(db, { clientId, userId })
  return {
    version: content.version,
    path: `/files/${clientId}/scorm/${ticket}/${pageOf(content.launch)}`,
    origin: originFor(
      { clientId, itemId },
      { packagesUrl: context.packagesUrl, productOrigin: scope.request.origin },
    ),
    state: launchState({ content, learner: { id: userId, name }, savedState, seconds }),
  }
}

export const open = async (
  context: ScormContext,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof openScorm>,
): Promise<ResponseInputOf<typeof openScorm>> => {
  const { clientId } = scope.tenant
  const content = await scope.tx(async (db) => {
    await context.items.open(db, scope, itemId)
    return rows.contentOf(db, clientId, itemId)
  })
  // Outside both transactions: a bucket may take its time.
  const file = await packageOf(context, clientId, content)
  if (!content) throw notFound()
  return scope.tx(async (db) => {
    const { enrolled } = await context.items.open(db, scope, itemId)
    const options = { content, file, itemId, savedState: {}, seconds: 0 }
    if (!enrolled)
      return {
        launch: await launchOf(context, db, scope, options),
        attempt: null,
        attempts: [],
        progress: null,
      }
    const { courseId } = await context.items.lockEnrolment(db, scope, itemId)
    const key = { clientId, userId: scope.actor.userId, itemId }
    const now = scope.clock.now()
    const attempt = await attemptFor(db, { ...key, courseId }, { ...body, asset: content.asset, now })
    // An asset reports nothing: opening it completes it.
    const progress = await context.items.complete(db, scope, itemId, { completed: content.asset })
    const attempts = await rows.attemptsOf(db, key)
    const launch = await launchOf(context, db, scope, {
      ...options,
      savedState: attempt.state,
      seconds: attempt.seconds_before + attempt.seconds,
    })
    return { launch, attempt: toAttempt(attempt), attempts: attempts.map(toAttempt), progress }
  })
}

interface OpenRequest {
  session: string
  new_attempt: boolean
  asset: boolean
  now: Date
}

/** Returns the attempt that this session continues. The same session always gets the same attempt. */
const attemptFor = async (
  db: TenantDb,
  key: rows.AttemptKey & { courseId: number },
  { session, new_attempt: wantsNew, asset, now }: OpenRequest,
): Promise<rows.AttemptRow> => {
  const attempts = await rows.attemptsOf(db, key)
  const [latest] = attempts
  const own = attempts.find((row) => row.session === session || row.begun_by === session)
  if (own) return own
  if (latest && !wantsNew) {
    await rows.moveToSession(db, key, latest.number, session)
    return latest
  }
  if (attempts.length >= SCORM_ATTEMPTS_MAX)
    throw new AppError('conflict', `No more than ${SCORM_ATTEMPTS_MAX} attempts are kept.`)
  return rows.addAttempt(db, key, {
    number: (latest?.number ?? 0) + 1,
    session,
    status: asset ? 'completed' : 'not_attempted',
    now,
  })
}

export const save = (
  context: ScormContext,
  scope: MemberScope,
  params: { itemId: number; attempt: number },
  body: BodyOf<typeof saveScorm>,
): Promise<ResponseInputOf<typeof saveScorm>> =>
  scope.tx(async (db) => {
    const { itemId } = params
    // Locked: one learner's saves in one course run one after another.
    await context.items.lockEnrolment(db, scope, itemId)
    const key = { clientId: scope.tenant.clientId, userId: scope.actor.userId, itemId }
    const content = await rows.contentOf(db, key.clientId, itemId)
    const row = (await rows.attemptsOf(db, key)).find(({ number }) => number === params.attempt)
    if (!content || !row) throw notFound()
    const isCurrentSession = row.session === body.session
    const isNewer = isCurrentSession && body.sequence > row.sequence
    const outcome = outcomeOf(body.state, content)
    const saveResult = isNewer ? 'kept' : isCurrentSession ? 'already' : 'elsewhere'
    const saved: rows.AttemptRow = {
      ...row,
      ...bestOf(outcome, row),
      ...(isNewer && {
        sequence: body.sequence,
        state: resumableState(body.state),
        seconds: Math.min(
          SESSION_SECONDS_MAX,
          Math.round(secondsOf(body.state['cmi.core.session_time'] ?? body.state['cmi.session_time'])),
        ),
      }),
      saved_at: scope.clock.now(),
    }
    if (saveResult !== 'already')
      await rows.saveAttempt(db, key, row.number, { ...saved, now: saved.saved_at })
    const completed = saveResult !== 'already' && outcome.completed
    return {
      kept: saveResult,
      attempt: toAttempt(saveResult === 'already' ? row : saved),
      progress: await context.items.complete(db, scope, itemId, { completed }),
    }
  })

/** Opens an item of an author's draft; nothing is stored. */
export const preview = async (
  context: ScormContext,
  scope: StaffScope,
  params: { courseId: number; item: string },
): Promise<ResponseInputOf<typeof previewScorm>> => {
  const document = await context.document(scope, params.courseId)
  const found = findNode(document, 'item', params.item)
  if (!found || !('content' in found.node) || found.node.content.type !== 'scorm') throw notFound()
  const { content } = found.node
  const file = await packageOf(context, scope.tenant.clientId, content)
  const options = { content, file, itemId: 0, savedState: {}, seconds: 0 }
  return scope.tx(async (db) => ({ launch: await launchOf(context, db, scope, options) }))
}
