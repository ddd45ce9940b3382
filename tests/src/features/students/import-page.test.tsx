/** People from a file: choosing it, its columns, the dry run, the progress, the outcome and the way back. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  checkImport,
  getImport,
  listImportRows,
  listImports,
  runImport,
  stopImport,
  undoImport,
  uploadImport,
  type ImportRow,
  type StudentImport,
} from '#contract/students/imports.ts'
import { tallies, withField } from '#src/features/students/model/import.ts'
import { StudentsPage } from '#src/features/students/pages/StudentsPage.tsx'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const PATH = '/admin/manage-students'
const ID = '6f3c2b1a-4d5e-4f60-8a7b-9c0d1e2f3a4b'

const anImport = (changes: Partial<StudentImport> = {}): StudentImport => ({
  id: ID,
  file_name: 'people.csv',
  made_by: 'Ada Admin',
  made_at: '2026-11-20T10:00:00Z',
  state: 'uploaded',
  columns: ['Full name', 'Mail', 'Notes'],
  mapping: ['name', null, null],
  sample: [['Asha Rao', 'asha@example.test', 'x']],
  language: 'en',
  sends_invitations: false,
  total: 1200,
  step: { done: 0, of: 1200 },
  rows: { new: 0, changed: 0, same: 0, wrong: 0 },
  results: { created: 0, updated: 0, unchanged: 0, refused: 0 },
  undone: { removed: 0, restored: 0, partly: 0, kept: 0 },
  problems: 0,
  undo_until: null,
  ...changes,
})
const aRow = (changes: Partial<ImportRow> = {}): ImportRow => ({
  row: 2,
  state: 'changed',
  email: 'asha@example.test',
  name: 'Asha Rao',
  user_id: 5,
  changes: [{ field: 'phone', from: '111111', to: '222222' }],
  problems: [],
  result: null,
  undo: null,
  ...changes,
})
const pageOf = <T,>(results: T[]) => ({ count: results.length, next: null, previous: null, results })
const CHECKED = anImport({
  state: 'checked',
  mapping: ['name', 'email', null],
  rows: { new: 7, changed: 2, same: 1190, wrong: 1 },
  problems: 1,
})
const open = (id: string) =>
  renderPage(<StudentsPage />, { path: `${PATH}?import=${id}`, person: aSignedIn({ role: 'admin' }) })

describe('choosing a file', () => {
  it('says how many rows a file may have when it has too many, and keeps the page', async () => {
    fakeCall(listImports, pageOf([]))
    fakeCall(uploadImport, { import: null, issue: { code: 'too_many_rows', detail: 200_000 } })
    const { user } = await open('new')
    const [input] = await screen.findAllByLabelText('Choose a file')
    await user.upload(input as HTMLElement, new File(['name,email'], 'people.csv', { type: 'text/csv' }))
    expect(
      await screen.findByText(/This file has 200,000 rows. One import takes up to 50,000/),
    ).toBeInTheDocument()
    expect(screen.getByText('Nothing has been imported yet.')).toBeInTheDocument()
  })

  it('lists earlier imports with what became of them', async () => {
    const { id, file_name, made_by, made_at, total } = anImport()
    fakeCall(listImports, pageOf([{ id, file_name, made_by, made_at, total, state: 'importing' as const }]))
    await open('new')
    expect(await screen.findByRole('link', { name: 'people.csv' })).toHaveAttribute(
      'href',
      `${PATH}?import=${ID}`,
    )
    expect(screen.getByText('Being imported')).toBeInTheDocument()
  })
})

describe('the columns', () => {
  it('needs one for the address, and sends what was chosen', async () => {
    fakeCall(getImport, anImport())
    const { requests } = fakeCall(checkImport, anImport({ state: 'checking' }))
    const { user } = await open(ID)
    const submit = await screen.findByRole('button', { name: 'Check the rows' })
    expect(submit).toBeDisabled()
    expect(screen.getByRole('combobox', { name: 'Column Full name' })).toHaveTextContent('Name')
    await user.click(screen.getByRole('combobox', { name: 'Column Mail' }))
    await user.click(await screen.findByRole('option', { name: 'E-mail' }))
    await user.click(submit)
    await waitFor(() =>
      expect(requests.at(-1)?.body).toEqual({ mapping: ['name', 'email', null], language: 'en' }),
    )
    expect(
      await screen.findByRole('progressbar', { name: 'Comparing the rows with your people' }),
    ).toBeInTheDocument()
  })

  it('gives a field to one column only', () => {
    expect(withField(['name', 'email', null], 2, 'name')).toEqual([null, 'email', 'name'])
    expect(withField(['name', 'email', null], 0, null)).toEqual([null, 'email', null])
  })
})

describe('an import under way', () => {
  it('is stopped with one button and says what stays', async () => {
    fakeCall(getImport, anImport({ state: 'importing' }))
    const { requests } = fakeCall(stopImport, anImport({ state: 'stopped' }))
    fakeCall(listImportRows, pageOf([]))
    const { user } = await open(ID)
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(await screen.findByText('The import was stopped')).toBeInTheDocument()
    expect(screen.getByText(/The changes made before that stay/)).toBeInTheDocument()
  })

  it('cannot be stopped while it is undone', async () => {
    fakeCall(getImport, anImport({ state: 'undoing' }))
    await open(ID)
    expect(await screen.findByRole('progressbar', { name: 'Undoing the import' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument()
  })
})

describe('the dry run', () => {
  it('shows each changed cell, and imports without invitations unless they are chosen', async () => {
    fakeCall(getImport, CHECKED)
    const rows = fakeCall(listImportRows, pageOf([aRow()]))
    const { requests } = fakeCall(runImport, anImport({ state: 'importing' }))
    const { user } = await open(ID)
    await user.click(await screen.findByRole('button', { name: '2 changed' }))
    await waitFor(() => expect(rows.requests.at(-1)?.query['state']).toBe('changed'))
    expect(await screen.findByText('111111')).toBeInTheDocument()
    expect(screen.getByText('222222')).toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: /^Send invitations/ })).not.toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Import 9 rows' }))
    await waitFor(() => expect(requests.at(-1)?.body).toEqual({ sends_invitations: false }))
    expect(await screen.findByRole('progressbar', { name: 'Importing' })).toBeInTheDocument()
  })

  it('shows the rows with a problem first, in words', async () => {
    fakeCall(getImport, CHECKED)
    fakeCall(
      listImportRows,
      pageOf([
        aRow({
          state: 'wrong',
          user_id: null,
          changes: [],
          problems: [{ code: 'course_unknown', value: 'Kite flying' }],
        }),
      ]),
    )
    await open(ID)
    expect(await screen.findByText(/No published course has this title:/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '1 with a problem' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('button', { name: 'Download errors' })).toBeInTheDocument()
  })

  it('keeps the page and says so when the import cannot begin', async () => {
    fakeCall(getImport, CHECKED)
    fakeCall(listImportRows, pageOf([aRow()]))
    fakeCall(runImport, failWith('conflict'))
    const { user } = await open(ID)
    await user.click(await screen.findByRole('button', { name: 'Import 9 rows' }))
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Import 9 rows' })).toBeInTheDocument()
  })
})

describe('a finished import', () => {
  const DONE = anImport({
    state: 'done',
    results: { created: 7, updated: 2, unchanged: 0, refused: 0 },
    undo_until: '2026-11-21T10:00:00Z',
  })

  it('is undone after a question', async () => {
    fakeCall(getImport, DONE)
    fakeCall(listImportRows, pageOf([aRow({ result: 'updated' })]))
    const { requests } = fakeCall(undoImport, anImport({ state: 'undoing' }))
    const { user } = await open(ID)
    await user.click(await screen.findByRole('button', { name: 'Undo the import' }))
    const dialog = await screen.findByRole('dialog', { name: 'Undo this import?' })
    expect(requests).toHaveLength(0)
    await user.click(within(dialog).getByRole('button', { name: 'Undo the import' }))
    expect(await screen.findByRole('progressbar', { name: 'Undoing the import' })).toBeInTheDocument()
  })

  it('offers no way back when the time for it is over', async () => {
    fakeCall(getImport, { ...DONE, undo_until: null })
    fakeCall(listImportRows, pageOf([aRow({ result: 'updated' })]))
    await open(ID)
    expect(await screen.findByText('The import is done')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Undo the import' })).not.toBeInTheDocument()
  })

  it('counts what was undone', () => {
    const undone = anImport({ state: 'undone', undone: { removed: 3, restored: 2, partly: 1, kept: 4 } })
    expect(tallies(undone).map(({ key, count }) => [key, count])).toEqual([
      ['removed', 3],
      ['restored', 2],
      ['partly', 1],
      ['kept', 4],
    ])
  })
})

it('says that an import does not exist any more', async () => {
  fakeCall(getImport, failWith('not_found'))
  await open(ID)
  expect(await screen.findByText('This import does not exist any more.')).toBeInTheDocument()
})
