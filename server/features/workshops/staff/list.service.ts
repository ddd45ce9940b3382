import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import {
  listRegistrations as listCall,
  type exportRegistrations as exportCall,
  type RegistrationRow as ShownRow,
  type SavedView,
} from '#contract/workshops/registrations.ts'
import type { FileRights } from '#server/core/files/file-parent.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { csvTable } from '#server/core/question-import/csv-cell.ts'
import type { WorkshopsContext } from '../context.ts'
import { managerOf } from './manage.service.ts'
import {
  listRegistrations,
  managedRegistrations,
  replaceViews,
  viewsOf,
  type ListedRegistration,
} from './list.repository.ts'

/** A spreadsheet with more rows is one that nobody reads. */
const EXPORT_MAX = 10_000

interface Reader {
  /** Where the caller's session fetches a stored file. */
  readonly fileAddress: (url: string, registrationId: number) => string
  /** E-mail addresses are for admins. */
  readonly seesEmails: boolean
}
const readerOf = (scope: StaffScope): Reader => ({
  fileAddress: (url, id) => scope.files.address(url, { kind: 'registration', id }),
  seesEmails: managerOf(scope).isAdmin,
})

/** Whether this person may read the file that came with a registration now. */
export const mayReadRegistrationFile: FileRights['registration'] = async (db, { role, ...reader }, id) =>
  role !== 'student' &&
  (await managedRegistrations(db, { ...reader, isAdmin: role !== 'instructor' }, [id])).length > 0

const answersOf = (
  { id: registrationId, fields, answers, file_name: name, file_url: url }: ListedRegistration,
  { fileAddress }: Reader,
): ShownRow['answers'] =>
  fields.map(({ id, label, kind }) => ({
    label,
    kind,
    value: answers[id] ?? null,
    file:
      kind === 'file' && name !== null && url !== null
        ? { name, url: fileAddress(url, registrationId) }
        : null,
  }))

const toRow = (row: ListedRegistration, reader: Reader): ShownRow => ({
  id: row.id,
  workshop: { id: row.workshop_id, title: row.workshop_title },
  name: row.name,
  email: reader.seesEmails ? row.email : null,
  user_id: row.account_id,
  status: row.status,
  until: row.until?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  enrolled_in:
    row.enrolled_course_id === null || row.course_title === null
      ? null
      : { id: row.enrolled_course_id, title: row.course_title },
  answers: answersOf(row, reader),
})

export const registrationPage = (scope: StaffScope, query: QueryOf<typeof listCall>) =>
  scope.tx(async (db) => {
    const { page, page_size: size, ...filter } = query
    const rows = await listRegistrations(db, managerOf(scope), filter, {
      limit: size,
      offset: (page - 1) * size,
    })
    const count = rows[0]?.total ?? 0
    return {
      ...pageLinks(pathFor(listCall, { clientId: scope.tenant.clientId }), query, count),
      results: rows.map((row) => toRow(row, readerOf(scope))),
    }
  })

const COLUMNS = ['Status', 'Registered at', 'Enrolled in']

const cellOf = (value: string | boolean | null, file: { name: string } | null): string => {
  if (file) return file.name
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value ?? ''
}

/** One column for each label: workshops that ask the same have one column together. */
const tableOf = (rows: readonly ListedRegistration[], seesEmails: boolean): string[][] => {
  // A table names files and opens none.
  const shown = rows.map((row) => toRow(row, { fileAddress: (url) => url, seesEmails }))
  const labels = [...new Set(shown.flatMap(({ answers }) => answers.map(({ label }) => label)))]
  return [
    ['Workshop', 'Name', ...(seesEmails ? ['Email'] : []), ...COLUMNS, ...labels],
    ...shown.map((row) => {
      const byLabel = new Map(row.answers.map(({ label, value, file }) => [label, cellOf(value, file)]))
      return [
        row.workshop.title,
        row.name,
        ...(row.email === null ? [] : [row.email]),
        row.status,
        row.created_at,
        row.enrolled_in?.title ?? '',
        ...labels.map((label) => byLabel.get(label) ?? ''),
      ]
    }),
  ]
}

export const exportRegistrations = (
  { audit }: WorkshopsContext,
  scope: StaffScope,
  filter: QueryOf<typeof exportCall>,
) =>
  scope.tx(async (db) => {
    const rows = await listRegistrations(db, managerOf(scope), filter, { limit: EXPORT_MAX, offset: 0 })
    await audit.record(db, {
      action: 'workshops.export',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      detail: { rows: rows.length },
    })
    return {
      file_name: `registrations-${scope.clock.now().toISOString().slice(0, 10)}.csv`,
      rows: rows.length,
      csv: csvTable(tableOf(rows, managerOf(scope).isAdmin)),
    }
  })

export const savedViews = (scope: StaffScope): Promise<{ views: SavedView[] }> =>
  scope.tx(async (db) => ({ views: await viewsOf(db, managerOf(scope)) }))

export const saveViews = (scope: StaffScope, views: readonly SavedView[]): Promise<{ views: SavedView[] }> =>
  scope.tx(async (db) => {
    await replaceViews(db, managerOf(scope), views)
    return { views: await viewsOf(db, managerOf(scope)) }
  })
