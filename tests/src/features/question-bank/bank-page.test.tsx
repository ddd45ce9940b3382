import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  createQuestion,
  getQuestion,
  importQuestions,
  listQuestions,
  listQuestionVersions,
  listTags,
  listTopics,
  saveQuestion,
  saveTopic,
  setQuestionState,
} from '#contract/question-bank/question-bank.ts'
import { BankPage } from '#src/features/question-bank/index.ts'
import { words } from '#tests/support/content/assessments.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import { aBankPage, aBankQuestion, aQuestionLine, aTopic } from './bank-factory.ts'

const PATH = '/admin/question-bank'
const openBank = (path = PATH, options: RenderOptions = {}) => {
  fakeCall(listTags, { results: [{ tag: 'cube', active: 2, retired: 0 }] })
  fakeCall(listTopics, { results: [aTopic(), aTopic({ id: 2, key: 'verbal', names: { en: 'Verbal' } })] })
  return renderPage(
    <main>
      <BankPage />
    </main>,
    { path, ...options },
  )
}

describe('question list', () => {
  it('filters the request and links each question to its page', async () => {
    const call = fakeCall(
      listQuestions,
      aBankPage([aQuestionLine(), aQuestionLine({ id: 13, prompt: 'Which way is north?' })]),
    )
    const { user } = await openBank()
    expect(await screen.findByRole('link', { name: 'Which way is north?' })).toHaveAttribute(
      'href',
      `${PATH}?question=13`,
    )
    await user.type(screen.getByRole('searchbox', { name: 'Search words or #number' }), '#12')
    await user.click(screen.getByRole('combobox', { name: 'Topic' }))
    await user.click(await screen.findByRole('option', { name: 'Verbal' }))
    await waitFor(() =>
      expect(call.requests.at(-1)?.query).toMatchObject({ search: '#12', topic_id: '2', state: 'active' }),
    )
  })

  it('shows the empty, filtered, loading and failed states', async () => {
    fakeCall(listQuestions, aBankPage([]))
    const empty = await openBank()
    expect(await screen.findByText('There are no questions yet.')).toBeVisible()
    empty.unmount()
    const filtered = await openBank(`${PATH}?search=zzz`)
    expect(await screen.findByText('No question matches these filters.')).toBeVisible()
    filtered.unmount()
    fakeCall(listQuestions, () => new Promise(() => undefined))
    const loading = await openBank()
    expect(await screen.findByText('Loading questions')).toBeInTheDocument()
    loading.unmount()
    fakeCall(listQuestions, failWith('internal_error'))
    const { user } = await openBank()
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('The questions could not be loaded.')).toBeVisible()
  })

  it('shows topics and states in Arabic', async () => {
    fakeCall(listQuestions, aBankPage([aQuestionLine()]))
    await openBank(PATH, { language: 'ar' })
    expect(await screen.findByText('المنطق')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'بنك الأسئلة', level: 1 })).toBeVisible()
  })

  it('saves a new topic under a generated key', async () => {
    fakeCall(listQuestions, aBankPage([]))
    const call = fakeCall(saveTopic, aTopic({ id: 3, names: { en: 'Data & charts' } }))
    const { user } = await openBank()
    await user.click(await screen.findByRole('button', { name: 'More about the bank' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Topics' }))
    const dialog = await screen.findByRole('dialog', { name: 'Topics' })
    await user.click(within(dialog).getByRole('button', { name: 'New topic' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByText('Enter the topic’s name in at least one language.')).toBeVisible()
    await user.type(within(dialog).getByRole('textbox', { name: 'Name in English' }), 'Data & charts')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(call.requests).toHaveLength(1))
    expect(call.requests[0]?.params.topicKey).toMatch(/^data-charts-[0-9a-f]{8}$/)
    expect(call.requests[0]?.body).toEqual({ names: { en: 'Data & charts' } })
  })
})

describe('one question', () => {
  it('lists what is missing and sends nothing until the question is complete', async () => {
    const call = fakeCall(createQuestion, aBankQuestion())
    fakeCall(getQuestion, aBankQuestion())
    const { user } = await openBank(`${PATH}?question=new`)
    await user.type(await screen.findByRole('textbox', { name: 'Question' }), 'How many edges has a cube?')
    for (const [letter, text] of [
      ['A', '8'],
      ['B', '12'],
      ['C', '8'],
    ])
      await user.type(screen.getByRole('textbox', { name: `Option ${letter}` }), text ?? '')
    await user.click(screen.getByRole('button', { name: 'Add to the bank' }))
    expect(await screen.findByText('3 things are missing.')).toBeVisible()
    expect(screen.getByText('This option is the same as another.')).toBeVisible()
    expect(screen.getByText('Choose the letter of the right option.')).toBeVisible()
    expect(call.requests).toHaveLength(0)
    await user.type(screen.getByRole('textbox', { name: 'Option C' }), '6')
    await user.type(screen.getByRole('textbox', { name: 'Option D' }), '10')
    await user.click(screen.getByRole('radio', { name: 'B is right' }))
    await user.click(screen.getByRole('button', { name: 'Add to the bank' }))
    await waitFor(() => expect(call.requests).toHaveLength(1))
    expect(call.requests[0]?.body).toMatchObject({
      topic_id: 1,
      answer: 'B',
      language: 'en',
      texts: { en: { prompt: 'How many edges has a cube?', options: ['8', '12', '86', '10'] } },
    })
    expect(Object.keys(call.requests[0]?.body.texts ?? {})).toEqual(['en'])
    expect(await screen.findByRole('heading', { name: 'Question 12', level: 1 })).toBeVisible()
  })

  it('keeps the order of options that name others, unless the author says otherwise', async () => {
    const texts = { en: words('Which?', { options: ['Cairo', 'Delhi', 'Both', 'All of the above'] }) }
    fakeCall(getQuestion, aBankQuestion({ texts, keep_order: true }))
    const { user } = await openBank(`${PATH}?question=12`)
    const box = await screen.findByRole('switch', { name: /^Keep this order of options/ })
    expect(box).toBeChecked()
    await user.click(box)
    const call = fakeCall(saveQuestion, aBankQuestion({ texts, keep_order: false }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(call.requests[0]?.body).toMatchObject({ keep_order: false }))
  })

  it('restores an unsaved draft, which the author can discard', async () => {
    fakeCall(getQuestion, aBankQuestion())
    const first = await openBank(`${PATH}?question=12`)
    await first.user.type(await screen.findByRole('textbox', { name: 'Question' }), ' Really?')
    first.unmount()
    const { user } = await openBank(`${PATH}?question=12`)
    const prompt = await screen.findByRole('textbox', { name: 'Question' })
    expect(prompt).toHaveValue('How many edges has a cube? Really?')
    await user.click(screen.getByRole('button', { name: 'Discard it' }))
    expect(prompt).toHaveValue('How many edges has a cube?')
  })

  it('keeps the draft on a conflict and can save it over the newer version', async () => {
    fakeCall(getQuestion, aBankQuestion())
    fakeCall(saveQuestion, failWith('conflict'))
    const { user } = await openBank(`${PATH}?question=12`)
    await user.click(await screen.findByRole('radio', { name: 'C is right' }))
    fakeCall(getQuestion, aBankQuestion({ version: 2, texts: { en: words('Theirs?') } }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Somebody else saved this question in the meantime.')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue('How many edges has a cube?')
    const call = fakeCall(saveQuestion, aBankQuestion({ version: 3, answer: 'C' }))
    await user.click(screen.getByRole('button', { name: 'Keep mine' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(call.requests[0]?.body).toMatchObject({ version: 2, answer: 'C' }))
  })

  it('says why a question that an active assessment needs cannot be retired', async () => {
    fakeCall(getQuestion, aBankQuestion())
    fakeCall(setQuestionState, failWith('conflict'))
    const { user } = await openBank(`${PATH}?question=12`)
    await user.click(await screen.findByRole('button', { name: 'Retire' }))
    expect(await screen.findByText('An active assessment would not have enough questions.')).toBeVisible()
  })

  it('shows only the differences between two versions', async () => {
    fakeCall(getQuestion, aBankQuestion({ version: 2, answer: 'C' }))
    const version = { language: 'en' as const, options_of: 1, created_by: null }
    fakeCall(listQuestionVersions, {
      ...aBankPage([]),
      results: [
        {
          ...version,
          version: 2,
          texts: { en: words() },
          answer: 'C' as const,
          note: 'the key was wrong',
          created_at: '2026-11-20T10:00:00.000Z',
        },
        {
          ...version,
          version: 1,
          texts: { en: words() },
          answer: 'B' as const,
          note: '',
          created_at: '2026-11-19T10:00:00.000Z',
        },
      ],
    })
    const { user } = await openBank(`${PATH}?question=12`)
    await user.click(await screen.findByRole('button', { name: 'Compare versions' }))
    const newest = await screen.findByRole('article', { name: 'Version 2' })
    expect(within(newest).getByText('the key was wrong')).toBeVisible()
    expect(within(newest).getByText('Right letter')).toBeVisible()
    expect(within(newest).getByRole('deletion')).toHaveTextContent('B')
    expect(within(newest).getByRole('insertion')).toHaveTextContent('C')
    expect(within(newest).getAllByRole('insertion')).toHaveLength(1)
  })

  it('says that an unknown question does not exist', async () => {
    fakeCall(getQuestion, failWith('not_found'))
    await openBank(`${PATH}?question=99`)
    expect(await screen.findByText('This question does not exist.')).toBeVisible()
  })
})

describe('question file import', () => {
  it('adds no question before the preview is confirmed', async () => {
    fakeCall(listQuestions, aBankPage([]))
    const row = {
      options: [],
      explanation: '',
      answer: 'B' as const,
      topic_id: 1,
      difficulty: 'easy' as const,
      tags: [],
    }
    const rows = [
      { ...row, row: 2, state: 'new' as const, prompt: 'Is it good?', issues: [] },
      {
        ...row,
        row: 3,
        state: 'error' as const,
        prompt: 'Only three?',
        issues: [{ code: 'not_four_options' as const, detail: '3' }],
      },
    ]
    const call = fakeCall(importQuestions, ({ body }) => ({
      applied: body.apply,
      counts: { new: 1, duplicate: 0, error: 1 },
      rows,
      issues: [],
    }))
    const { user } = await openBank()
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = await screen.findByRole('dialog', { name: 'Import questions' })
    await user.upload(
      within(dialog).getByLabelText('File'),
      new File(['kind,prompt'], 'q.csv', { type: 'text/csv' }),
    )
    expect(await within(dialog).findByText('A question needs exactly four options. There are:')).toBeVisible()
    expect(call.requests.map(({ body }) => [body.apply, body.format])).toEqual([[false, 'csv']])
    await user.click(within(dialog).getByRole('button', { name: 'Add one question' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(call.requests.at(-1)?.body.apply).toBe(true)
  })
})
