import { pathFor, type BodyOf, type QueryOf, type ResponseInputOf } from '#contract/endpoint.ts'
import {
  IMPORT_KEPT_DAYS,
  IMPORT_SAMPLE_ROWS,
  IMPORT_UNDO_MS,
  listImportRows,
  listImports,
  type checkImport as checkCall,
  type ImportRow,
  type runImport as runCall,
  type StudentImport,
  type uploadImport as uploadCall,
} from '#contract/students/imports.ts'
import type { Audit } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { csvTable } from '#server/core/question-import/csv-cell.ts'
import { guessMapping } from './columns.ts'
import * as repository from './imports.repository.ts'
import { cellOf } from './plan.ts'
import { readPeopleFile } from './read-file.ts'

const DAY_MS = 86_400_000
const ERROR_ROWS_PER_READ = 500

const conflict = () =>
  new AppError('conflict', 'This import has moved on. Reload the page to see where it is now.')

const undoUntil = (record: repository.ImportRecord): Date | null =>
  record.finished_at && new Date(record.finished_at.getTime() + IMPORT_UNDO_MS)

const isEnded = ({ state }: repository.ImportRecord): boolean =>
  state === 'done' || state === 'failed' || state === 'stopped'

const summaryOf = (record: repository.ImportRecord, maker: string | null) => ({
  id: record.id,
  file_name: record.file_name,
  made_by: maker,
  made_at: record.made_at.toISOString(),
  state: record.state,
  total: record.total,
})

/** The import as the page shows it, in the caller's transaction. */
const importOf = async (
  db: TenantDb,
  scope: AdminScope,
  record: repository.ImportRecord,
): Promise<StudentImport> => {
  const counts = await repository.countRows(db, record.id)
  const count = (key: 'state' | 'result' | 'undo') => (value: string) =>
    counts.reduce((sum, each) => sum + (each[key] === value ? each.count : 0), 0)
  const [state, result, undo] = [count('state'), count('result'), count('undo')]
  const until = undoUntil(record)
  const canUndo = isEnded(record) && until !== null
  return {
    ...summaryOf(record, await repository.makerOf(db, record.made_by)),
    columns: record.columns,
    mapping: record.mapping,
    sample: await repository.sampleRows(db, record.id, IMPORT_SAMPLE_ROWS),
    language: record.language,
    sends_invitations: record.sends_invitations,
    step: { done: record.step_done, of: record.step_of },
    rows: { new: state('new'), changed: state('changed'), same: state('same'), wrong: state('wrong') },
    results: {
      created: result('created'),
      updated: result('updated'),
      unchanged: result('unchanged'),
      refused: result('refused'),
    },
    undone: {
      removed: undo('removed'),
      restored: undo('restored'),
      partly: undo('partly'),
      kept: undo('kept'),
    },
    problems: counts.reduce((sum, each) => sum + each.problems, 0),
    undo_until: canUndo && until > scope.clock.now() ? until.toISOString() : null,
  }
}

const audited = (
  audit: Audit,
  db: TenantDb,
  scope: AdminScope,
  action: 'students.import_errors' | 'students.import_file' | 'students.import_stop',
  about: { id: string; rows: number },
) =>
  audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: `student_import:${about.id}`,
    detail: { rows: about.rows },
  })

export const createImportsService = (audit: Audit) => {
  const known = async (db: TenantDb, id: string, lock = false): Promise<repository.ImportRecord> => {
    const record = await (lock ? repository.lockImport(db, id) : repository.readImport(db, id))
    if (!record) throw notFound()
    return record
  }
  const shown = async (db: TenantDb, scope: AdminScope, id: string) =>
    importOf(db, scope, await known(db, id))

  const upload = async (
    scope: AdminScope,
    { idempotency_key: id, file_name: name, data }: BodyOf<typeof uploadCall>,
  ): Promise<ResponseInputOf<typeof uploadCall>> => {
    const earlier = await scope.tx(async (db) => {
      const record = await repository.readImport(db, id)
      return record && importOf(db, scope, record)
    })
    if (earlier) return { import: earlier, issue: null }
    // Before the transaction: a large file takes a second.
    const file = await readPeopleFile(data)
    if ('issue' in file) return { import: null, issue: file.issue }
    return scope.tx(async (db) => {
      const now = scope.clock.now()
      const isNew = await repository.addImport(db, {
        id,
        by: scope.actor.userId,
        now,
        expiresAt: new Date(now.getTime() + IMPORT_KEPT_DAYS * DAY_MS),
        name,
        columns: file.columns,
        mapping: guessMapping(file.columns),
        language: scope.tenant.languages[0],
        rows: file.rows,
      })
      if (isNew) {
        for (const chunk of file.chunks) await repository.addRows(db, id, chunk)
        await audited(audit, db, scope, 'students.import_file', { id, rows: file.rows })
      }
      return { import: await shown(db, scope, id), issue: null }
    })
  }

  const check = (scope: AdminScope, id: string, { mapping, language }: BodyOf<typeof checkCall>) =>
    scope.tx(async (db) => {
      const record = await known(db, id, true)
      if (record.state !== 'uploaded' && record.state !== 'checked') throw conflict()
      const fields = mapping.filter((field) => field !== null)
      if (mapping.length !== record.columns.length || new Set(fields).size < fields.length)
        throw invalidField('mapping', { code: 'invalid', message: 'Every column can be one thing only.' })
      if (!fields.includes('email'))
        throw invalidField('mapping', { code: 'required', message: 'One column must be the e-mail address.' })
      await repository.forgetCheck(db, id)
      await repository.updateImport(db, id, {
        state: 'checking',
        mapping: JSON.stringify(mapping),
        language,
        step_done: 0,
        step_by: scope.actor.userId,
        step_of: record.total,
      })
      return shown(db, scope, id)
    })

  const run = (scope: AdminScope, id: string, { sends_invitations: sends }: BodyOf<typeof runCall>) =>
    scope.tx(async (db) => {
      const record = await known(db, id, true)
      if (record.state === 'importing' || record.state === 'done') return shown(db, scope, id)
      if (record.state !== 'checked') throw conflict()
      const rows = await repository.countOpen(db, id, 'write')
      await repository.updateImport(db, id, {
        state: 'importing',
        sends_invitations: sends,
        step_done: 0,
        step_by: scope.actor.userId,
        step_of: rows,
      })
      return shown(db, scope, id)
    })

  /** Whoever comes too late finds it ended; undoing is never stopped half-way. */
  const stop = (scope: AdminScope, id: string) =>
    scope.tx(async (db) => {
      const record = await known(db, id, true)
      if (record.state === 'checking') await repository.updateImport(db, id, { state: 'uploaded' })
      if (record.state === 'importing') {
        await repository.updateImport(db, id, { state: 'stopped', finished_at: scope.clock.now() })
        await audited(audit, db, scope, 'students.import_stop', { id, rows: record.step_done })
      }
      return shown(db, scope, id)
    })

  const undo = (scope: AdminScope, id: string) =>
    scope.tx(async (db) => {
      const record = await known(db, id, true)
      if (record.state === 'undoing' || record.state === 'undone') return shown(db, scope, id)
      const until = undoUntil(record)
      if (!isEnded(record) || !until) throw conflict()
      if (until <= scope.clock.now())
        throw new AppError('conflict', 'An import can be undone for 24 hours. They are over for this one.')
      await repository.updateImport(db, id, {
        state: 'undoing',
        step_done: 0,
        step_by: scope.actor.userId,
        step_of: await repository.countOpen(db, id, 'undo'),
      })
      return shown(db, scope, id)
    })

  const discard = (scope: AdminScope, id: string): Promise<undefined> =>
    scope.tx(async (db) => {
      const record = await known(db, id, true)
      if (!['uploaded', 'checking', 'checked'].includes(record.state)) throw conflict()
      await repository.deleteImport(db, id)
      return undefined
    })
  return { upload, check, run, stop, undo, discard, get: getImport(known), ...reading(audit, known) }
}

type Known = (db: TenantDb, id: string) => Promise<repository.ImportRecord>

const getImport = (known: Known) => (scope: AdminScope, id: string) =>
  scope.tx(async (db) => importOf(db, scope, await known(db, id)))

const rowOf = (record: repository.ImportRecord, row: repository.RowRecord): ImportRow => {
  const cell = (field: 'email' | 'name') => cellOf(record.mapping, row.cells, field) || null
  return {
    row: row.row_number,
    state: row.state === 'waiting' ? 'same' : row.state,
    email: cell('email'),
    name: cell('name'),
    user_id: row.user_id,
    changes: row.changes,
    problems: row.problems,
    result: row.result,
    undo: row.undo,
  }
}

const reading = (audit: Audit, known: Known) => ({
  list: (scope: AdminScope, query: QueryOf<typeof listImports>) =>
    scope.tx(async (db) => {
      const { page, page_size: size } = query
      const { count, rows } = await repository.importPage(db, { limit: size, offset: (page - 1) * size })
      return {
        ...pageLinks(pathFor(listImports, { clientId: scope.tenant.clientId }), query, count),
        results: rows.map((row) => summaryOf(row, row.maker)),
      }
    }),

  rows: (scope: AdminScope, importId: string, query: QueryOf<typeof listImportRows>) =>
    scope.tx(async (db) => {
      const { page, page_size: size, ...filter } = query
      const record = await known(db, importId)
      const { count, rows } = await repository.rowPage(db, importId, filter, {
        limit: size,
        offset: (page - 1) * size,
      })
      const path = pathFor(listImportRows, { clientId: scope.tenant.clientId, importId })
      return { ...pageLinks(path, query, count), results: rows.map((row) => rowOf(record, row)) }
    }),

  /** Read in parts: fifty thousand rows as text take longer than the event loop may wait. */
  errors: async (scope: AdminScope, id: string) => {
    const record = await scope.tx((db) => known(db, id))
    const parts = [csvTable([['Row', ...record.columns, 'Problem', 'Value']])]
    let rows = 0
    for (let after = 0; ;) {
      const found = await scope.tx((db) =>
        repository.problemRows(db, id, { after, limit: ERROR_ROWS_PER_READ }),
      )
      rows += found.length
      if (found.length > 0) parts.push(csvTable(found.map((row) => errorLine(record, row))).slice(1))
      after = found.at(-1)?.row_number ?? after
      if (found.length < ERROR_ROWS_PER_READ) break
    }
    await scope.tx((db) => audited(audit, db, scope, 'students.import_errors', { id, rows }))
    return { file_name: `errors-${record.file_name.replace(/\.\w+$/, '')}.csv`, rows, csv: parts.join('') }
  },
})

const errorLine = (record: repository.ImportRecord, row: repository.RowRecord): string[] => [
  String(row.row_number),
  ...record.columns.map((_, index) => row.cells[index] ?? ''),
  row.problems.map(({ code }) => PROBLEM_TEXTS[code]).join('; '),
  row.problems.flatMap(({ value }) => value ?? []).join('; '),
]

/** Column names and remarks of exports are English in every language. */
const PROBLEM_TEXTS: Record<ImportRow['problems'][number]['code'], string> = {
  email_missing: 'The e-mail address is missing',
  email_invalid: 'This is no e-mail address',
  email_repeated: 'The same address stands in an earlier row',
  name_missing: 'The name is missing',
  name_invalid: 'The name is too long or has characters that a name cannot have',
  phone_invalid: 'This is no phone number',
  language_unknown: 'This language is not known',
  course_unknown: 'No published course has this title',
  course_ambiguous: 'Several courses have this title; write # and the number of the course',
  course_premium: 'The course is paid; record the payment on the course page',
  course_full: 'The course is full',
  course_closed: 'The course is not open',
  group_unknown: 'No group has this name; create it first',
  not_allowed: 'You may not change this person',
  disabled: 'The account is deactivated',
  too_many_cells: 'The row has more cells than the header',
  changed_since: 'Somebody changed this account after the check; check the file again',
  people_limit: 'The organisation has no free place for this person',
  failed: 'This row could not be imported; try it again',
}
