import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listBuilderCourses } from '#contract/course-builder/course-builder.ts'
import type { Language } from '#contract/languages.ts'
import {
  beginPackage,
  importPackage,
  lookAtPackage,
  sendPackagePiece,
  type PackageReport,
} from '#contract/course-import/course-import.ts'
import { BuilderCoursesPage } from '#src/features/course-builder/index.ts'
import { hasRegisteredWork } from '#src/core/session/busy.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aCourse, aCourseList } from '../factory.ts'

const ID = '00000000-0000-4000-8000-000000000007'
const report = (changes: Partial<PackageReport> = {}): PackageReport => ({
  package_id: ID,
  kind: 'cartridge',
  title: 'Signals',
  refused: null,
  totals: [
    { kind: 'section', in_file: 1, will_come: 1, changed: 0, left_out: 0 },
    { kind: 'other', in_file: 1, will_come: 0, changed: 0, left_out: 1 },
  ],
  lines_omitted: 0,
  lines: [
    { path: '', title: 'Week one', kind: 'section', becomes: 'section', notes: [] },
    {
      path: 'talk.xml',
      title: 'Talk',
      kind: 'other',
      becomes: 'nothing',
      notes: [{ code: 'discussion', detail: '' }],
    },
  ],
  course_id: null,
  ...changes,
})
const texts = {
  en: { open: 'Import a course', take: 'Import as a draft', title: /Title of the course/ },
  ar: { open: 'استيراد دورة', take: 'استيراد كمسودة', title: /عنوان الدورة/ },
}

const openImport = async (
  response: PackageReport | ReturnType<typeof failWith>,
  language: Exclude<Language, 'hi'> = 'en',
  file = new File(['PK-package'], 'signals.imscc'),
) => {
  fakeCall(listBuilderCourses, aCourseList([aCourse()]))
  fakeCall(beginPackage, { package_id: ID, offset: 0, size: file.size })
  const chunks = fakeCall(sendPackagePiece, { package_id: ID, offset: file.size, size: file.size })
  fakeCall(lookAtPackage, response)
  const page = await renderPage(<BuilderCoursesPage />, { path: '/admin/courses', language })
  await page.user.click(await screen.findByRole('button', { name: texts[language].open }))
  const dialog = await screen.findByRole('dialog', { name: texts[language].open })
  await page.user.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, file)
  return { ...page, dialog, chunks }
}

describe('package import', () => {
  it('shows the parts of a package and imports it as a draft', async () => {
    const importCall = fakeCall(importPackage, { course_id: 12 })
    const { user, dialog, chunks, address } = await openImport(report())
    expect(await within(dialog).findByText('Week one')).toBeVisible()
    expect(chunks.requests).toHaveLength(1)
    expect(
      within(dialog).getByText('Discussions are not imported; start one in the community.'),
    ).toBeVisible()
    expect(importCall.requests).toHaveLength(0)
    await user.click(within(dialog).getByRole('switch', { name: 'Only parts with a note' }))
    expect(within(dialog).queryByText('Week one')).toBeNull()
    const title = within(dialog).getByRole('textbox', { name: texts.en.title })
    await user.clear(title)
    expect(within(dialog).getByRole('button', { name: texts.en.take })).toBeDisabled()
    await user.type(title, ' Signals again ')
    await user.click(within(dialog).getByRole('button', { name: texts.en.take }))
    await waitFor(() => expect(address()).toBe('/admin/courses/12'))
    expect(importCall.requests[0]).toMatchObject({
      params: { packageId: ID },
      body: { title: 'Signals again' },
    })
    await waitFor(() => expect(hasRegisteredWork()).toBe(false))
  })

  it.each([
    ['en', 'Everything in the package', ['Kind', 'In the file', 'Will come', 'Changed', 'Left out']],
    ['ar', 'كل ما في الحزمة', ['النوع', 'في الملف', 'يأتي', 'يتغيّر', 'يُترك']],
  ] as const)('counts the parts of each kind in %s', async (language, name, columns) => {
    const totals: PackageReport['totals'] = [
      { kind: 'question', in_file: 1200, will_come: 1190, changed: 40, left_out: 10 },
    ]
    const { dialog } = await openImport(report({ totals }), language)
    const table = await within(dialog).findByRole('table', { name })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(columns)
    const cells = within(table).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual(['1,200', '1,190', '40', '10'])
  })

  it('says which question is left out and why', async () => {
    const { dialog } = await openImport(
      report({
        lines: [
          {
            path: 'q.xml',
            title: 'What is [x] plus one?',
            kind: 'question',
            becomes: 'nothing',
            notes: [{ code: 'template_unsupported', detail: '' }],
          },
        ],
        lines_omitted: 3,
      }),
    )
    expect(await within(dialog).findByText('What is [x] plus one?')).toBeVisible()
    const line = within(dialog).getByText('What is [x] plus one?').closest('li')
    expect(line).toHaveTextContent(/^Left outQuestion/)
    expect(within(dialog).getByText(/makes up new numbers for each learner/)).toBeVisible()
    expect(within(dialog).getByText('3 more parts with a note are not listed.')).toBeVisible()
  })

  it('explains a refused zip bomb in Arabic and offers no import', async () => {
    const { dialog } = await openImport(
      report({ kind: null, lines: [], refused: { code: 'zip_bomb', detail: 'all.bin' } }),
      'ar',
    )
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(/ستتضخم الحزمة/)
    expect(within(dialog).getByText('all.bin')).toBeVisible()
    expect(within(dialog).queryByRole('button', { name: texts.ar.take })).toBeNull()
  })

  it('reports a failed import and allows a retry', async () => {
    fakeCall(importPackage, () => failWith('conflict'))
    const { user, dialog, address } = await openImport(report())
    await user.click(await within(dialog).findByRole('button', { name: texts.en.take }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('That did not work')
    expect(address()).toBe('/admin/courses')
    expect(within(dialog).getByRole('button', { name: texts.en.take })).toBeEnabled()
  })

  it('names the course after the file when the package has no title', async () => {
    const { dialog } = await openImport(report({ title: '' }))
    expect(await within(dialog).findByRole('textbox', { name: texts.en.title })).toHaveValue('signals')
    expect(within(dialog).getByRole('button', { name: texts.en.take })).toBeEnabled()
  })

  it.each([
    ['of three gigabytes', 3 * 1024 ** 3, /too large: 2 GB at most/],
    ['without content', 0, /The file is empty/],
  ])('refuses a file %s without sending it', async (_what, size, message) => {
    const file = new File(['PK'], 'big.zip')
    Object.defineProperty(file, 'size', { value: size })
    const { dialog, chunks } = await openImport(report(), 'en', file)
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(message)
    expect(chunks.requests).toHaveLength(0)
  })

  it('does not call an unreadable file too large', async () => {
    const file = new File(['PK'], 'gone.zip')
    file.slice = () => {
      throw new Error('gone')
    }
    const { dialog } = await openImport(report(), 'en', file)
    const alert = await within(dialog).findByRole('alert')
    expect(alert).toHaveTextContent('That did not work')
    expect(alert).not.toHaveTextContent('too large')
  })
})
