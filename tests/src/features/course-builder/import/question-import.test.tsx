import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { readQuestionFile, writeQuestionFile } from '#contract/course-import/course-import.ts'
import type { ResponseInputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import { QuestionList } from '#src/features/course-builder/components/quiz/QuestionList.tsx'
import { newQuestion, type Question } from '#src/features/course-builder/model/questions.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const aQuestion = (prompt: string): Question => ({ ...newQuestion('true_false'), prompt })
const fileReport: ResponseInputOf<typeof readQuestionFile> = {
  format: 'csv',
  rows: [
    { row: 2, question: { ...aQuestion('Is ice water?') }, extra: {}, issues: [] },
    { row: 3, question: { ...aQuestion('Is it so?') }, extra: {}, issues: [{ code: 'duplicate' }] },
    {
      row: 4,
      begins: 'Which one is it?',
      extra: {},
      issues: [{ code: 'answer_unknown', field: 'answer', detail: 'Z' }],
    },
  ],
  issues: [{ code: 'column_unknown', detail: 'author' }],
}

const TestQuiz = ({ onQuestions }: { onQuestions: (questions: Question[]) => void }) => {
  const [questions] = useState([aQuestion('Is it so?')])
  return <QuestionList questions={questions} onChange={onQuestions} />
}
const openImport = async (language: Language = 'en') => {
  const result: { questions: Question[] | null } = { questions: null }
  const page = await renderPage(<TestQuiz onQuestions={(questions) => (result.questions = questions)} />, {
    language,
  })
  const [menu, item] = language === 'ar' ? ['الملفات', 'استيراد أسئلة'] : ['Files', 'Import questions']
  // The button is disabled until its code is loaded.
  await waitFor(() => expect(screen.getByRole('button', { name: menu })).toBeEnabled())
  await page.user.click(screen.getByRole('button', { name: menu }))
  await page.user.click(await screen.findByRole('menuitem', { name: item }))
  const dialog = await screen.findByRole('dialog', { name: item })
  const choose = (name = 'q.csv') =>
    page.user.upload(
      dialog.querySelector('input[type=file]') as HTMLInputElement,
      new File(['kind,prompt'], name, { type: 'text/csv' }),
    )
  return { ...page, result, dialog, choose }
}

describe('question file export', () => {
  it.each([
    ['Save as a table (CSV)', 'csv', true],
    ['Save as GIFT', 'gift', false],
  ])('writes a byte order mark for spreadsheets only: %s', async (item, format, marked) => {
    const files: Blob[] = []
    URL.createObjectURL = vi.fn<(file: Blob) => string>((file) => {
      files.push(file)
      return 'blob:questions'
    })
    URL.revokeObjectURL = vi.fn<() => void>()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    fakeCall(writeQuestionFile, { name: `q.${format}`, text: 'प्रश्न', left_out: 0 })
    const { user } = await renderPage(<TestQuiz onQuestions={() => undefined} />)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Files' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Files' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    await waitFor(() => expect(files).toHaveLength(1))
    const [first] = new Uint8Array(await (files[0] as Blob).arrayBuffer())

    // The first byte of a byte order mark.
    expect(first === 0xef).toBe(marked)
  })
})

describe('question file import', () => {
  it('adds only the selected rows after the confirmation', async () => {
    const call = fakeCall(readQuestionFile, fileReport)
    const { user, result, dialog, choose } = await openImport()
    const boxes = () => within(dialog).getAllByRole('checkbox')
    await choose()
    expect(await within(dialog).findByText('1 row with an error', { exact: false })).toBeVisible()
    expect(call.requests[0]?.body.existing).toEqual([
      { kind: 'true_false', prompt: 'Is it so?', answers: [] },
    ])
    expect(within(dialog).getByText('The right answer is not one of the options.')).toBeVisible()
    expect(within(dialog).getByText('author')).toBeVisible()
    // Shows the broken row's prompt, so that the author finds it in the file.
    expect(boxes()[2]).toHaveAccessibleName('Row 4 Cannot be imported Which one is it?')
    expect(boxes().map((box) => (box as HTMLInputElement).checked)).toEqual([true, false, false])
    expect(boxes()[2]).toBeDisabled()
    expect(result.questions).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Add 1 question' }))
    expect(result.questions?.map(({ prompt }) => prompt)).toEqual(['Is it so?', 'Is ice water?'])
    expect(await screen.findByText('Is ice water?')).toBeVisible()
  })

  it('can select duplicates, but never broken rows', async () => {
    fakeCall(readQuestionFile, fileReport)
    const { user, dialog, choose } = await openImport()
    await choose()
    await user.click(await within(dialog).findByRole('button', { name: 'Choose all' }))
    expect(within(dialog).getByRole('button', { name: 'Add 2 questions' })).toBeEnabled()
    await user.click(within(dialog).getByRole('button', { name: 'Choose none' }))
    expect(within(dialog).getByRole('button', { name: 'Add 0 questions' })).toBeDisabled()
  })

  it('explains a refused package in Arabic', async () => {
    fakeCall(readQuestionFile, {
      format: 'qti',
      rows: [],
      issues: [{ code: 'zip_unsafe_path', detail: '../up.xml' }],
    })
    const { dialog, choose } = await openImport('ar')
    await choose('bank.zip')
    expect(await within(dialog).findByText(/يخرج من مجلده/)).toBeVisible()
    expect(within(dialog).getByText('../up.xml')).toBeVisible()
  })

  it('reports a server error, allows a retry and changes nothing', async () => {
    fakeCall(readQuestionFile, () => failWith('internal_error'))
    const { result, dialog, choose } = await openImport()
    await choose()
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('That did not work')
    expect(within(dialog).getByRole('button', { name: 'Choose a file' })).toBeEnabled()
    expect(result.questions).toBeNull()
  })
})
