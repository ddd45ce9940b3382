import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  createAssessment,
  getAuthored,
  listAuthored,
  listRoadmapCourses,
  previewDraw,
  saveAssessment,
  setAssessmentStatus,
} from '#contract/assessments/admin/authoring.ts'
import { getStaff } from '#contract/assessments/admin/staff.ts'
import { findShortage } from '#contract/assessments/admin/draw-rules.ts'
import { listQuestions, listTopics } from '#contract/question-bank/question-bank.ts'
import { AssessmentAuthoringPage } from '#src/app/pages/AssessmentAuthoringPage.tsx'
import {
  assessmentProblems,
  newAssessment,
  settingsOf,
} from '#src/features/assessments/admin/model/assessment-form.ts'
import { assessmentSettings } from '#tests/support/content/assessments.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import {
  aBankPage,
  aQuestionLine,
  anAuthored,
  anAuthoredLine,
  aTopic,
} from '../../question-bank/bank-factory.ts'

const PATH = '/admin/assessments'
const openAuthoring = (path = PATH, options: RenderOptions = {}) => {
  fakeCall(listTopics, { results: [aTopic()] })
  fakeCall(listRoadmapCourses, { results: [{ id: 1, title: 'Python Foundations' }] })
  fakeCall(getStaff, { owner: null, staff: [], may_assign: false, may_set_owner: false })
  return renderPage(
    <main>
      <AssessmentAuthoringPage />
    </main>,
    { path, ...options },
  )
}
const listOf = (results: ReturnType<typeof anAuthoredLine>[]) => ({
  ...aBankPage([]),
  results,
  count: results.length,
  counts: { active: results.length, inactive: 0, archived: 0 },
})

describe('stock of the question bank', () => {
  const stock = { easy: 4, medium: 2, hard: 0 }
  const rule = (count: number, difficulty: 'easy' | 'hard' | null) => ({ topic_id: 1, difficulty, count })

  it.each([
    ['no shortage when two rules share the stock', [rule(2, null), rule(4, 'easy')], []],
    ['a shortage of one question', [rule(3, null), rule(4, 'easy')], [[0, 3, 2]]],
    ['a difficulty without questions', [rule(1, 'hard')], [[0, 1, 0]]],
    ['a shortage when two rules draw from the same stock', [rule(3, 'easy'), rule(2, 'easy')], [[1, 2, 1]]],
  ])('finds %s', (_, rules, expected) => {
    const findings = findShortage(rules, [], () => stock)
    expect(findings.map(({ rule: index, needed, available }) => [index, needed, available])).toEqual(expected)
  })

  it('does not draw fixed questions again and reports a retired one', () => {
    const fixed = [
      { id: 7, topic_id: 1, difficulty: 'easy' as const, state: 'active' as const },
      { id: 8, topic_id: 1, difficulty: 'easy' as const, state: 'retired' as const },
    ]
    const findings = findShortage([rule(4, 'easy')], fixed, () => stock)
    expect(findings.map(({ code, question_id, available }) => [code, question_id, available])).toEqual([
      ['fixed_retired', 8, 0],
      ['not_enough', null, 3],
    ])
  })
})

describe('assessment form', () => {
  it('sorts bands highest first and refuses two bands at one result', () => {
    const form = { ...newAssessment('en'), texts: { ...newAssessment('en').texts } }
    form.texts.en = { title: 'Test', description: '', instructions: '' }
    form.bands = [
      { key: 'a', from_percent: 60, scholarship_percent: 25 },
      { key: 'b', from_percent: 90, scholarship_percent: 100 },
    ]
    expect(settingsOf(form)?.bands.map((band) => band.from_percent)).toEqual([90, 60])
    form.bands.push({ key: 'c', from_percent: 60, scholarship_percent: 10 })
    expect(assessmentProblems(form)).toEqual(['bandOrder'])
    expect(settingsOf(form)).toBeNull()
  })
})

describe('assessment list', () => {
  it('links each assessment to its editor and says what it lacks', async () => {
    fakeCall(listAuthored, listOf([anAuthoredLine({ complete: false, variant: 'short' })]))
    await openAuthoring()
    const card = await screen.findByRole('article', { name: 'Entrance test' })
    expect(within(card).getByRole('link')).toHaveAttribute('href', `${PATH}?assessment=5`)
    for (const text of ['Active', 'Short', 'Not enough questions', '3 questions', '30 minutes'])
      expect(within(card).getByText(text)).toBeVisible()
  })

  it('shows the empty, filtered and failed states', async () => {
    fakeCall(listAuthored, listOf([]))
    const empty = await openAuthoring()
    expect(await screen.findByText('There are no assessments yet.')).toBeVisible()
    empty.unmount()
    const filtered = await openAuthoring(`${PATH}?status=active`)
    expect(await screen.findByText('No assessment matches these filters.')).toBeVisible()
    filtered.unmount()
    fakeCall(listAuthored, failWith('internal_error'))
    await openAuthoring()
    expect(await screen.findByText('The assessments could not be loaded.')).toBeVisible()
  })
})

describe('one assessment', () => {
  it('says before sending that the rules ask for more questions than the bank has', async () => {
    fakeCall(getAuthored, anAuthored())
    const { user } = await openAuthoring(`${PATH}?assessment=5`)
    const count = await screen.findByRole('spinbutton', { name: 'Number' })
    expect(screen.getByText('3 questions in each attempt')).toBeVisible()
    await user.clear(count)
    await user.type(count, '5')
    expect(await screen.findByText('5 questions in each attempt')).toBeVisible()
    expect(screen.getByText(/\(Easy\): 5 needed, 4 available\./)).toBeVisible()
  })

  it('sends all settings with the revision and refuses a number out of range', async () => {
    fakeCall(getAuthored, anAuthored())
    fakeCall(listQuestions, aBankPage([aQuestionLine()]))
    const call = fakeCall(saveAssessment, anAuthored({ revision: 2 }))
    const { user } = await openAuthoring(`${PATH}?assessment=5`)
    const minutes = await screen.findByRole('spinbutton', { name: 'Length in minutes' })
    await user.clear(minutes)
    await user.type(minutes, '700')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('Enter a whole number from 1 to 600.')).toBeVisible()
    expect(call.requests).toHaveLength(0)
    await user.clear(minutes)
    await user.type(minutes, '45')
    await user.click(screen.getByRole('button', { name: 'Add from the bank' }))
    await user.click(await screen.findByRole('button', { name: 'Add question 12' }))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(call.requests).toHaveLength(1))
    expect(call.requests[0]?.body).toMatchObject({
      revision: 1,
      duration_minutes: 45,
      fixed: [12],
      rules: [{ topic_id: 1, difficulty: 'easy', count: 3 }],
    })
  })

  it("lets the author load a colleague's version after a conflict", async () => {
    fakeCall(getAuthored, anAuthored())
    fakeCall(saveAssessment, failWith('conflict'))
    const { user } = await openAuthoring(`${PATH}?assessment=5`)
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), ' by me')
    fakeCall(
      getAuthored,
      anAuthored({
        revision: 2,
        settings: assessmentSettings({
          texts: { en: { title: 'By the other', description: '', instructions: '' } },
        }),
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Somebody else saved this assessment in the meantime.')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Entrance test by me')
    await user.click(screen.getByRole('button', { name: 'Show the other' }))
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('By the other')
  })

  it('activates a complete assessment and previews a draw', async () => {
    fakeCall(getAuthored, anAuthored())
    const call = fakeCall(setAssessmentStatus, anAuthored({ status: 'active', revision: 2 }))
    fakeCall(previewDraw, {
      questions: [
        {
          position: 1,
          question_id: 12,
          version: 1,
          topic_id: 1,
          difficulty: 'easy',
          language: 'en',
          texts: { en: { prompt: 'How many edges has a cube?', options: ['12', '8', '6', '10'] } },
          answer: 'A',
        },
      ],
    })
    const { user } = await openAuthoring(`${PATH}?assessment=5`)
    await user.click(await screen.findByRole('button', { name: 'Activate' }))
    expect(await screen.findByRole('button', { name: 'Deactivate' })).toBeVisible()
    expect(call.requests[0]?.body).toEqual({ status: 'active' })
    await user.click(screen.getByRole('button', { name: 'Preview a draw' }))
    const dialog = await screen.findByRole('dialog', { name: 'One draw' })
    const right = await within(dialog).findByRole('img', { name: 'Right' })
    expect(right.closest('li')).toHaveTextContent('A12')
  })

  it('cannot activate an assessment that the bank cannot fill, and says why', async () => {
    fakeCall(
      getAuthored,
      anAuthored({
        findings: [{ code: 'not_enough', rule: 0, question_id: null, needed: 3, available: 1 }],
      }),
    )
    await openAuthoring(`${PATH}?assessment=5`)
    expect(await screen.findByRole('button', { name: 'Activate' })).toBeDisabled()
    expect(screen.getByText(/\(Easy\): 3 needed, 1 available\./)).toBeVisible()
  })

  it('creates an assessment and opens its editor', async () => {
    const call = fakeCall(createAssessment, anAuthored())
    fakeCall(getAuthored, anAuthored())
    const { user } = await openAuthoring(`${PATH}?assessment=new`)
    await user.click(await screen.findByRole('button', { name: 'Add a rule' }))
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findAllByText('Enter a title.')).not.toHaveLength(0)
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Entrance test')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByRole('heading', { name: 'Entrance test', level: 1 })).toBeVisible()
    expect(call.requests[0]?.body).toMatchObject({
      duration_minutes: 30,
      rules: [{ topic_id: 1, difficulty: null, count: 5 }],
    })
  })

  it('uses Arabic plural forms in the editor', async () => {
    fakeCall(getAuthored, anAuthored())
    await openAuthoring(`${PATH}?assessment=5`, { language: 'ar' })
    expect(await screen.findByText('3 أسئلة في كل محاولة')).toBeVisible()
  })
})
