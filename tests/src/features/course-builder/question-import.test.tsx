import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { readQuestionFile, writeQuestionFile } from '#contract/course-import/course-import.ts'
import type { ResponseInputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/common.ts'
import { QuestionList } from '#src/features/course-builder/components/quiz/QuestionList.tsx'
import { newQuestion, type Question } from '#src/features/course-builder/model/questions.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const asked = (prompt: string): Question => ({ ...newQuestion('true_false'), prompt })
const reading: ResponseInputOf<typeof readQuestionFile> = {
  format: 'csv',
  rows: [
    { row: 2, question: { ...asked('Is ice water?') }, extra: {}, issues: [] },
    { row: 3, question: { ...asked('Is it so?') }, extra: {}, issues: [{ code: 'duplicate' }] },
    {
      row: 4,
      begins: 'Which one is it?',
      extra: {},
      issues: [{ code: 'answer_unknown', field: 'answer', detail: 'Z' }],
    },
  ],
  issues: [{ code: 'column_unknown', detail: 'author' }],
}

const Quiz = ({ onQuestions }: { onQuestions: (questions: Question[]) => void }) => {
  const [questions] = useState([asked('Is it so?')])
  return <QuestionList questions={questions} onChange={onQuestions} />
}
const open = async (language: Language = 'en') => {
  const kept: { questions: Question[] | null } = { questions: null }
  const page = await renderPage(<Quiz onQuestions={(questions) => (kept.questions = questions)} />, {
    language,
  })
  const [menu, item] = language === 'ar' ? ['الملفات', 'استيراد أسئلة'] : ['Files', 'Import questions']
  // Its place is kept while it arrives.
  await waitFor(() => expect(screen.getByRole('button', { name: menu })).toBeEnabled())
  await page.user.click(screen.getByRole('button', { name: menu }))
  await page.user.click(await screen.findByRole('menuitem', { name: item }))
  const dialog = await screen.findByRole('dialog', { name: item })
  const choose = (name = 'q.csv') =>
    page.user.upload(
      dialog.querySelector('input[type=file]') as HTMLInputElement,
      new File(['kind,prompt'], name, { type: 'text/csv' }),
    )
  return { ...page, kept, dialog, choose }
}

describe('questions as a file', () => {
  it.each([
    ['Save as a table (CSV)', 'csv', true],
    ['Save as GIFT', 'gift', false],
  ])(
    'given %s, when saved, then a spreadsheet is told the encoding and nothing else is',
    async (item, format, marked) => {
      const files: Blob[] = []
      URL.createObjectURL = vi.fn<(file: Blob) => string>((file) => {
        files.push(file)
        return 'blob:questions'
      })
      URL.revokeObjectURL = vi.fn<() => void>()
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
      fakeCall(writeQuestionFile, { name: `q.${format}`, text: 'प्रश्न', left_out: 0 })
      const { user } = await renderPage(<Quiz onQuestions={() => undefined} />)
      await waitFor(() => expect(screen.getByRole('button', { name: 'Files' })).toBeEnabled())
      await user.click(screen.getByRole('button', { name: 'Files' }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
      await waitFor(() => expect(files).toHaveLength(1))
      const [first] = new Uint8Array(await (files[0] as Blob).arrayBuffer())

      // The first byte of a byte order mark.
      expect(first === 0xef).toBe(marked)
    },
  )
})

describe('questions from a file', () => {
  it('given rows good, bad and there already, when one confirms, then only the chosen ones come into the quiz', async () => {
    const call = fakeCall(readQuestionFile, reading)
    const { user, kept, dialog, choose } = await open()
    const boxes = () => within(dialog).getAllByRole('checkbox')
    await choose()
    expect(await within(dialog).findByText('1 row with an error', { exact: false })).toBeVisible()
    expect(call.requests[0]?.body.existing).toEqual([{ kind: 'true_false', prompt: 'Is it so?' }])
    expect(within(dialog).getByText('The right answer is none of the options.')).toBeVisible()
    expect(within(dialog).getByText('author')).toBeVisible()
    // What the broken row asks, so that one finds it in the file.
    expect(boxes()[2]).toHaveAccessibleName('Row 4 Cannot be taken Which one is it?')
    expect(boxes().map((box) => (box as HTMLInputElement).checked)).toEqual([true, false, false])
    expect(boxes()[2]).toBeDisabled()
    expect(kept.questions).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Add 1 question' }))
    expect(kept.questions?.map(({ prompt }) => prompt)).toEqual(['Is it so?', 'Is ice water?'])
    expect(await screen.findByText('Is ice water?')).toBeVisible()
  })

  it('given everything is wanted, when all are chosen, then repeats come too and broken rows never', async () => {
    fakeCall(readQuestionFile, reading)
    const { user, dialog, choose } = await open()
    await choose()
    await user.click(await within(dialog).findByRole('button', { name: 'Choose all' }))
    expect(within(dialog).getByRole('button', { name: 'Add 2 questions' })).toBeEnabled()
    await user.click(within(dialog).getByRole('button', { name: 'Choose none' }))
    expect(within(dialog).getByRole('button', { name: 'Add 0 questions' })).toBeDisabled()
  })

  it('given a package that is refused, when read in Arabic, then the reason is said in Arabic', async () => {
    fakeCall(readQuestionFile, {
      format: 'qti',
      rows: [],
      issues: [{ code: 'zip_unsafe_path', detail: '../up.xml' }],
    })
    const { dialog, choose } = await open('ar')
    await choose('bank.zip')
    expect(await within(dialog).findByText(/يخرج من مجلده/)).toBeVisible()
    expect(within(dialog).getByText('../up.xml')).toBeVisible()
  })

  it('given a server in trouble, when read, then one may try again and nothing was changed', async () => {
    fakeCall(readQuestionFile, () => failWith('internal_error'))
    const { kept, dialog, choose } = await open()
    await choose()
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('That did not work')
    expect(within(dialog).getByRole('button', { name: 'Choose a file' })).toBeEnabled()
    expect(kept.questions).toBeNull()
  })
})
