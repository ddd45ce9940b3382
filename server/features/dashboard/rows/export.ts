/** Files of all rows behind a number. */
import { rowKinds, type exportDashboard, type RowKind } from '#contract/dashboard/rows.ts'
import type { BodyOf, ResponseInputOf } from '#contract/endpoint.ts'
import type { Core } from '#server/core/core.ts'
import { createCsvDownloads } from '#server/core/files/csv-downloads.ts'
import { notFound } from '#server/core/http/errors.ts'
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

const CHUNK_ROWS = 2000

type Kind = BodyOf<typeof exportDashboard>['kind']

interface Asked extends Omit<RowQuestion, 'kind'> {
  kind: Kind
}
type Ticket = Asked & { client: number }

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
  const downloads = createCsvDownloads<Asked>(core, {
    area: 'dashboard',
    pieces: (client, asked) => linesFor(core.db, { ...asked, client }),
  })
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
        return downloads.addressFor(client, name, { ...question, kind })
      }),
    register: downloads.register,
  }
}
