import { describe, expect, it } from 'vitest'
import type { PackageReport } from '#contract/course-import/course-import.ts'
import {
  advanceImport,
  initialImport,
  isImportBusy,
  type PackageImportEvent,
} from '#src/features/course-builder/model/package-import.ts'

const aReport = (changes: Partial<PackageReport> = {}): PackageReport => ({
  package_id: 'p1',
  kind: 'cartridge',
  title: 'Signals',
  refused: null,
  totals: [],
  lines: [],
  lines_omitted: 0,
  course_id: null,
  ...changes,
})
const chosen: PackageImportEvent = { type: 'fileChosen', name: 'week one.imscc', size: 8 }
const done = (report = aReport()): PackageImportEvent => ({
  type: 'uploadChanged',
  upload: { phase: 'done', result: report },
})
const after = (...events: PackageImportEvent[]) => events.reduce(advanceImport, initialImport)

describe('package import state', () => {
  it('goes from the file over the upload to the report', () => {
    expect(after(chosen)).toEqual({
      step: 'upload',
      name: 'week one.imscc',
      upload: { phase: 'sending', sent: 0, total: 8 },
    })
    expect(after(chosen, done())).toMatchObject({ step: 'ready', title: 'Signals', isImporting: false })
  })

  it('suggests the name of the file where the package has no title', () => {
    expect(after(chosen, done(aReport({ title: '' })))).toMatchObject({ title: 'week one' })
  })

  it('offers no import of a refused package', () => {
    const state = after(chosen, done(aReport({ refused: { code: 'zip_bomb', detail: '' } })))

    expect(state.step).toBe('refused')
    expect(advanceImport(state, { type: 'importStarted' })).toBe(state)
  })

  it('keeps report and title when the import fails, and forgets the error at the next try', () => {
    const error = new Error('conflict')
    const failed = after(
      chosen,
      done(),
      { type: 'titleChanged', title: 'Mine' },
      { type: 'importStarted' },
      { type: 'importFailed', error },
    )

    expect(failed).toMatchObject({ step: 'ready', title: 'Mine', isImporting: false, error })
    expect(advanceImport(failed, { type: 'importStarted' })).toMatchObject({ isImporting: true, error: null })
  })

  it('ignores an upload that was left', () => {
    expect(after(chosen, { type: 'startedOver' }, done())).toEqual(initialImport)
    const failed = after(chosen, { type: 'uploadChanged', upload: { phase: 'failed', error: 'x' } })
    expect(advanceImport(failed, done())).toBe(failed)
  })

  it('is busy while it uploads or imports', () => {
    expect([after(), after(chosen), after(chosen, done())].map(isImportBusy)).toEqual([false, true, false])
    expect(isImportBusy(after(chosen, done(), { type: 'importStarted' }))).toBe(true)
  })
})
