/**
 * Files of all rows behind a number. The browser downloads them directly, and they are written while they are sent: a
 * hundred thousand rows take little memory. The address carries what was asked for and a signature, valid for a short time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { rowKinds, type exportDashboard, type RowKind } from '#contract/dashboard/rows.ts'
import type { BodyOf, ResponseInputOf } from '#contract/endpoint.ts'
import type { Core } from '#server/core/core.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { riskLearners } from '../at-risk.service.ts'
import { stepsOf } from '../dashboard.repository.ts'
import { groupsIn } from '../groups.service.ts'
import { periodOf, todayOf } from '../period.ts'
import { EVERYBODY, viewerOf } from '../viewers.sql.ts'
import type { RowQuestion } from './rows.repository.ts'
import { foundRows } from './rows.repository.ts'
import { checkedQuestion, toRow } from './rows.service.ts'
import { dayColumns, groupColumns, headOf, linesOf, riskColumns, rowColumns } from './table.ts'

const VALID_FOR_MS = 5 * 60_000
/** Rows of one read. Each has its own transaction, so that a slow download holds no connection. */
const CHUNK_ROWS = 2000
const TICKET_MAX = 1000

type Kind = BodyOf<typeof exportDashboard>['kind']

interface Ticket extends Omit<RowQuestion, 'kind'> {
  client: number
  kind: Kind
  until: number
  name: string
}

const isRowKind = (kind: Kind): kind is RowKind => rowKinds.some((each) => each === kind)

type Db = Core['db']

async function* rowLines(db: Db, ticket: Ticket & { kind: RowKind }): AsyncGenerator<string> {
  const columns = rowColumns(ticket.kind, ticket.viewer === EVERYBODY)
  yield headOf(columns)
  let behind: { place: number; key: string } | null = null
  for (;;) {
    const slice: { limit: number; behind: { place: number; key: string } | null } = {
      limit: CHUNK_ROWS,
      behind,
    }
    const rows = await db.withTenant(ticket.client, (tx) => foundRows(tx, ticket, slice))
    yield linesOf(
      columns,
      rows.map((row) => toRow(ticket.viewer, row)),
    )
    behind = rows.at(-1) ?? null
    if (rows.length < CHUNK_ROWS) return
  }
}

async function* riskLines(db: Db, { client, viewer }: Ticket): AsyncGenerator<string> {
  const columns = riskColumns(viewer === EVERYBODY)
  yield headOf(columns)
  for (let offset = 0; ; offset += CHUNK_ROWS) {
    const rows = await db.withTenant(client, (tx) =>
      riskLearners(tx, { viewer, reason: undefined, limit: CHUNK_ROWS, offset }),
    )
    yield linesOf(columns, rows)
    if (rows.length < CHUNK_ROWS) return
  }
}

async function* dayLines(db: Db, { client, viewer, from, to }: Ticket): AsyncGenerator<string> {
  yield headOf(dayColumns)
  yield linesOf(
    dayColumns,
    await db.withTenant(client, (tx) => stepsOf(tx, viewer, { period: { from, to, days: 0 }, size: 1 })),
  )
}

async function* groupLines(db: Db, { client, from, to }: Ticket): AsyncGenerator<string> {
  yield headOf(groupColumns)
  yield linesOf(groupColumns, await db.withTenant(client, (tx) => groupsIn(tx, { from, to })))
}

const linesFor = (db: Db, ticket: Ticket): AsyncGenerator<string> => {
  const { kind } = ticket
  if (isRowKind(kind)) return rowLines(db, { ...ticket, kind })
  if (kind === 'groups') return groupLines(db, ticket)
  return kind === 'at_risk' ? riskLines(db, ticket) : dayLines(db, ticket)
}

export const createDashboardFiles = (core: Pick<Core, 'secret' | 'clock' | 'db' | 'audit'>) => {
  const key = core.secret('dashboard-files')
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const read = (text: string, mac: string): Ticket | null => {
    const [expected, given] = [Buffer.from(macOf(text)), Buffer.from(mac)]
    if (text.length > TICKET_MAX || expected.length !== given.length || !timingSafeEqual(expected, given))
      return null
    const ticket = JSON.parse(Buffer.from(text, 'base64url').toString()) as Ticket
    return ticket.until > core.clock.now().getTime() ? ticket : null
  }
  return {
    addressFor: (
      scope: StaffScope,
      { kind, ...asked }: BodyOf<typeof exportDashboard>,
    ): Promise<ResponseInputOf<typeof exportDashboard>> =>
      scope.tx(async (db) => {
        const client = scope.tenant.clientId
        const now = scope.clock.now()
        if (kind === 'groups' && viewerOf(scope) !== EVERYBODY) throw notFound()
        const period = periodOf(asked, await todayOf(db, client, now))
        const question = isRowKind(kind)
          ? (await checkedQuestion(db, scope, { kind, ...asked })).question
          : { viewer: viewerOf(scope), ...period, course: null, lesson: null, group: null }
        await core.audit.record(db, {
          action: 'dashboard.export',
          result: 'ok',
          actorId: scope.actor.userId,
          sessionId: scope.actor.sessionId,
          object: kind,
          requestId: scope.request.id,
          ip: scope.request.ip,
        })
        const name = `${kind.replace('_', '-')}-${period.from}-${period.to}.csv`
        const ticket: Ticket = { ...question, kind, client, name, until: now.getTime() + VALID_FOR_MS }
        const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
        return { url: `/files/${client}/dashboard/${macOf(text)}?ask=${text}`, name }
      }),
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      app.get<{ Params: Record<'clientId' | 'mac', string>; Querystring: { ask?: unknown } }>(
        '/files/:clientId/dashboard/:mac',
        async (request, reply) => {
          const { clientId, mac } = request.params
          const { ask } = request.query
          const ticket = typeof ask === 'string' ? read(ask, mac) : null
          if (!ticket || String(ticket.client) !== clientId) throw notFound()
          const tenant = await pipeline.findTenant(ticket.client)
          if (!tenant?.isActive) throw notFound()
          return reply
            .headers({
              'content-type': 'text/csv; charset=utf-8',
              'content-disposition': `attachment; filename="${ticket.name}"`,
              'cache-control': 'private, no-store',
              'x-content-type-options': 'nosniff',
              'content-security-policy': "sandbox; default-src 'none'",
            })
            .send(Readable.from(linesFor(core.db, ticket)))
        },
      )
    },
  }
}
