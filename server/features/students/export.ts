/** Everybody that the filters match as a CSV file, which the import reads again. */
import type { QueryOf } from '#contract/endpoint.ts'
import type { exportStudents } from '#contract/students/students.ts'
import type { Core } from '#server/core/core.ts'
import { createCsvDownloads } from '#server/core/files/csv-downloads.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { csvLine, csvStart } from '#server/core/question-import/csv-cell.ts'
import { viewerOf } from './students.service.ts'
import { countStudents, studentsBehind, type ListedStudent, type Place } from './students.repository.ts'

const CHUNK_ROWS = 1000

const COLUMNS = [
  'Name',
  'Email',
  'Role',
  'Active',
  'Joined',
  'Last day of study',
  'Courses enrolled',
  'Courses finished',
  'Groups',
]

const lineOf = (row: ListedStudent): string =>
  csvLine([
    row.name,
    row.email,
    row.role,
    row.disabled_at === null ? 'yes' : 'no',
    row.joined_at.toISOString().slice(0, 10),
    row.last_active_on ?? '',
    String(row.courses),
    String(row.courses_done),
    row.groups.map(({ name }) => name).join('; '),
  ])

interface Asked {
  filter: QueryOf<typeof exportStudents>
  at: string
}

async function* pieces(db: Core['db'], clientId: number, { filter, at }: Asked): AsyncGenerator<string> {
  yield csvStart(COLUMNS)
  const viewer = { clientId, teacherId: null }
  let behind: Place | null = null
  for (;;) {
    const slice: { limit: number; behind: Place | null; now: Date } = {
      limit: CHUNK_ROWS,
      behind,
      now: new Date(at),
    }
    const rows = await db.withTenant(clientId, (tx) => studentsBehind(tx, viewer, filter, slice))
    yield rows.map(lineOf).join('')
    behind = rows.at(-1) ?? null
    if (rows.length < CHUNK_ROWS) return
  }
}

export const createStudentFiles = (core: Pick<Core, 'secret' | 'clock' | 'db' | 'audit'>) => {
  const downloads = createCsvDownloads<Asked>(core, {
    area: 'students',
    pieces: (clientId, asked) => pieces(core.db, clientId, asked),
  })
  return {
    addressFor: (scope: AdminScope, filter: QueryOf<typeof exportStudents>) =>
      scope.tx(async (db) => {
        const now = scope.clock.now()
        const rows = await countStudents(db, viewerOf(scope), filter, now)
        await core.audit.record(db, {
          action: 'students.export',
          result: 'ok',
          actorId: scope.actor.userId,
          sessionId: scope.actor.sessionId,
          detail: { rows },
        })
        const at = now.toISOString()
        const name = `students-${at.slice(0, 10)}.csv`
        return { ...downloads.addressFor(scope.tenant.clientId, name, { filter, at }), rows }
      }),
    register: downloads.register,
  }
}
