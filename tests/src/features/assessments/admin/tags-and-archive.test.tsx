/** Tags of the question bank, and archiving, deleting and duplicating assessments. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  archiveAssessment,
  createAssessment,
  deleteAssessment,
  getAuthored,
  listAuthored,
  listRoadmapCourses,
} from '#contract/assessments/admin/authoring.ts'
import { getStaff } from '#contract/assessments/admin/staff.ts'
import {
  changeTag,
  createQuestion,
  listQuestions,
  listTags,
  listTopics,
} from '#contract/question-bank/question-bank.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { AssessmentAuthoringPage } from '#src/app/pages/AssessmentAuthoringPage.tsx'
import { BankPage } from '#src/features/question-bank/index.ts'
import { copyTexts } from '#src/features/assessments/admin/model/copy-texts.ts'
import { suggestedTags, tagsFrom, withTag } from '#src/features/question-bank/model/tags.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import {
  aBankPage,
  aBankQuestion,
  aQuestionLine,
  anAuthored,
  anAuthoredLine,
  aTopic,
} from '../../question-bank/bank-factory.ts'

const toastsOf = ({ store }: Awaited<ReturnType<typeof renderPage>>) =>
  selectToasts(store.getState()).flatMap(({ title, message }) => message ?? title)

const TAGS = [
  { tag: 'cube', active: 2, retired: 0 },
  { tag: 'cubes', active: 1, retired: 1 },
  { tag: 'map', active: 9, retired: 0 },
]

describe('tags', () => {
  const open = (path: string, options: RenderOptions = {}) => {
    fakeCall(listTopics, { results: [aTopic()] })
    fakeCall(listTags, { results: TAGS })
    return renderPage(
      <main>
        <BankPage />
      </main>,
      { path, ...options },
    )
  }

  it("filters the questions by tag and shows each question's tags", async () => {
    const call = fakeCall(listQuestions, aBankPage([aQuestionLine({ tags: ['cube'] })]))
    const { user } = await open('/admin/question-bank')
    expect(await screen.findByText('#cube')).toBeVisible()
    await user.click(screen.getByRole('combobox', { name: 'Tag' }))
    await user.click(await screen.findByRole('option', { name: 'map' }))
    await waitFor(() => expect(call.requests.at(-1)?.query).toMatchObject({ tag: 'map' }))
  })

  it('says that renaming a tag to an existing name merges both', async () => {
    fakeCall(listQuestions, aBankPage([aQuestionLine()]))
    const call = fakeCall(changeTag, { questions: 2 })
    const view = await open('/admin/question-bank')
    const { user } = view
    await user.click(await screen.findByRole('button', { name: 'More about the bank' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Tags' }))
    await user.click(await screen.findByRole('button', { name: 'Change the tag cubes' }))
    const name = screen.getByRole('textbox', { name: 'Name of the tag' })
    await user.clear(name)
    expect(screen.getByText('Enter a name, or remove the tag from all questions.')).toBeVisible()
    await user.type(name, 'cube')
    expect(screen.getByText('There is a tag with this name already: the two are merged.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Make them one' }))
    await waitFor(() => expect(toastsOf(view)).toEqual(['Changed in 2 questions.']))
    expect(call.requests[0]?.body).toEqual({ tag: 'cubes', to: 'cube' })
  })

  it('replaces an unfinished tag by a suggested one', async () => {
    const call = fakeCall(createQuestion, aBankQuestion())
    const { user } = await open('/admin/question-bank?question=new')
    const tags = await screen.findByRole('textbox', { name: 'Tags' })
    await user.type(tags, 'ma')
    await user.click(await screen.findByRole('button', { name: 'Add the tag map' }))
    expect(tags).toHaveValue('map, ')
    expect(screen.queryByRole('button', { name: 'Add the tag map' })).toBeNull()
    expect(call.requests).toHaveLength(0)
  })

  it('splits tags at commas of any script and removes duplicates', () => {
    expect(tagsFrom(' cube, map ، cube,, ')).toEqual(['cube', 'map'])
    expect(suggestedTags('cube', TAGS)).toEqual(['map', 'cubes'])
    expect(suggestedTags('map, cu', TAGS)).toEqual(['cube', 'cubes'])
    expect(withTag('map, cu', 'cubes')).toBe('map, cubes, ')
    expect(withTag('map', 'cube')).toBe('map, cube, ')
  })
})

describe('assessment list actions', () => {
  const PATH = '/admin/assessments'
  const listOf = (results: ReturnType<typeof anAuthoredLine>[]) => ({
    ...aBankPage([]),
    results,
    count: results.length,
    counts: { active: 0, inactive: results.length, archived: 0 },
  })
  const open = async (line: ReturnType<typeof anAuthoredLine>) => {
    fakeCall(listTopics, { results: [aTopic()] })
    fakeCall(listTags, { results: [] })
    fakeCall(listAuthored, listOf([line]))
    const page = await renderPage(
      <main>
        <AssessmentAuthoringPage />
      </main>,
      { path: PATH },
    )
    await page.user.click(await screen.findByRole('button', { name: `More about ${line.title}` }))
    return page
  }
  const item = (name: string) => screen.findByRole('menuitem', { name })
  const draft = anAuthoredLine({ status: 'inactive', title: 'Spring draft' })

  it('can undo an archiving', async () => {
    const call = fakeCall(archiveAssessment, anAuthored({ archived: true }))
    const { user } = await open(draft)
    await user.click(await item('Archive'))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    expect(call.requests[0]?.body).toEqual({ archived: true })
    await user.click(undo)
    await waitFor(() => expect(call.requests[1]?.body).toEqual({ archived: false }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  })

  it('asks before it deletes an unused draft and explains a refusal', async () => {
    const call = fakeCall(deleteAssessment, () => failWith('conflict'))
    const view = await open(draft)
    const { user } = view
    await user.click(await item('Delete for good'))
    const dialog = await screen.findByRole('dialog', { name: 'Delete this assessment?' })
    expect(within(dialog).getByText('Spring draft')).toBeVisible()
    expect(call.requests).toHaveLength(0)
    await user.click(within(dialog).getByRole('button', { name: 'Delete for good' }))
    await waitFor(() =>
      expect(toastsOf(view)).toEqual(['Learners can see it, or somebody has started it in the meantime.']),
    )
    expect(call.requests).toHaveLength(1)
  })

  it('cannot delete an assessment that is active or was taken', async () => {
    const active = await open(anAuthoredLine({ status: 'active' }))
    expect(await item('Archive (deactivate first)')).toHaveAttribute('aria-disabled', 'true')
    expect(screen.queryByRole('menuitem', { name: 'Delete for good' })).toBeNull()
    active.unmount()
    await open(anAuthoredLine({ status: 'inactive', attempts: 3 }))
    expect(await item('Archive')).not.toHaveAttribute('aria-disabled', 'true')
    expect(screen.queryByRole('menuitem', { name: 'Delete for good' })).toBeNull()
    expect(screen.getByText('3 attempts')).toBeVisible()
  })

  it('duplicates the settings and marks each title as a copy in its language', async () => {
    const settings = {
      ...anAuthored().settings,
      texts: {
        en: { title: 'Entrance', description: 'D', instructions: 'I' },
        ar: { title: 'القبول', description: '', instructions: '' },
      },
    }
    fakeCall(getAuthored, anAuthored({ settings }))
    const call = fakeCall(createAssessment, anAuthored({ id: 9, settings }))
    fakeCall(listRoadmapCourses, { results: [] })
    fakeCall(getStaff, { owner: null, staff: [], may_assign: false, may_set_owner: false })
    const view = await open(draft)
    await view.user.click(await item('Duplicate'))
    await waitFor(() => expect(call.requests).toHaveLength(1))
    const { idempotency_key: key, ...sent } = call.requests[0]!.body as Record<string, unknown>
    expect(key).toMatch(/^[\da-f-]{36}$/)
    expect(sent).toEqual({
      ...settings,
      texts: {
        en: { title: 'Entrance (copy)', description: 'D', instructions: 'I' },
        ar: { title: 'القبول (نسخة)', description: '', instructions: '' },
      },
    })
    await waitFor(() => expect(toastsOf(view)).toEqual(['This is the copy. It is inactive.']))
    await waitFor(() => expect(view.address()).toBe(`${PATH}?assessment=9`))
  })

  it('keeps the title of a copy within the maximum length', () => {
    const text = { title: 'x'.repeat(200), description: '', instructions: '' }
    expect(copyTexts({ hi: text }).hi?.title).toHaveLength(200)
  })
})
