/** Keeping the bank and the list of assessments in order. */
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

const toldBy = ({ store }: Awaited<ReturnType<typeof renderPage>>) =>
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

  it('given tags, when one is chosen, then the call is narrowed by it and each question shows its own', async () => {
    const call = fakeCall(listQuestions, aBankPage([aQuestionLine({ tags: ['cube'] })]))
    const { user } = await open('/admin/question-bank')
    expect(await screen.findByText('#cube')).toBeVisible()
    await user.click(screen.getByRole('combobox', { name: 'Tag' }))
    await user.click(await screen.findByRole('option', { name: 'map' }))
    await waitFor(() => expect(call.requests.at(-1)?.query).toMatchObject({ tag: 'map' }))
  })

  it('given a tag that another is called, when it gets that name, then the page says that both become one', async () => {
    fakeCall(listQuestions, aBankPage([aQuestionLine()]))
    const call = fakeCall(changeTag, { questions: 2 })
    const view = await open('/admin/question-bank')
    const { user } = view
    await user.click(await screen.findByRole('button', { name: 'More about the bank' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Tags' }))
    await user.click(await screen.findByRole('button', { name: 'Change the tag cubes' }))
    const name = screen.getByRole('textbox', { name: 'Name of the tag' })
    await user.clear(name)
    expect(screen.getByText('Write a name, or take the tag off.')).toBeVisible()
    await user.type(name, 'cube')
    expect(screen.getByText('There is a tag of this name: the two become one.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Make them one' }))
    await waitFor(() => expect(toldBy(view)).toEqual(['Changed in 2 questions.']))
    expect(call.requests[0]?.body).toEqual({ tag: 'cubes', to: 'cube' })
  })

  it('given a tag that is begun, when a tag of the bank is pressed, then it stands there instead', async () => {
    const call = fakeCall(createQuestion, aBankQuestion())
    const { user } = await open('/admin/question-bank?question=new')
    const tags = await screen.findByRole('textbox', { name: 'Tags' })
    await user.type(tags, 'ma')
    await user.click(await screen.findByRole('button', { name: 'Add the tag map' }))
    expect(tags).toHaveValue('map, ')
    expect(screen.queryByRole('button', { name: 'Add the tag map' })).toBeNull()
    expect(call.requests).toHaveLength(0)
  })

  it('given words with commas of any script, when read, then each tag comes once', () => {
    expect(tagsFrom(' cube, map ، cube,, ')).toEqual(['cube', 'map'])
    expect(suggestedTags('cube', TAGS)).toEqual(['map', 'cubes'])
    expect(suggestedTags('map, cu', TAGS)).toEqual(['cube', 'cubes'])
    expect(withTag('map, cu', 'cubes')).toBe('map, cubes, ')
    expect(withTag('map', 'cube')).toBe('map, cube, ')
  })
})

describe('the list of assessments', () => {
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

  it('given a draft, when archived, then it can be taken back at once', async () => {
    const call = fakeCall(archiveAssessment, anAuthored({ archived: true }))
    const { user } = await open(draft)
    await user.click(await item('Archive'))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    expect(call.requests[0]?.body).toEqual({ archived: true })
    await user.click(undo)
    await waitFor(() => expect(call.requests[1]?.body).toEqual({ archived: false }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  })

  it('given a draft that nobody took, when deleted, then it asks first; a refusal says why', async () => {
    const call = fakeCall(deleteAssessment, () => failWith('conflict'))
    const view = await open(draft)
    const { user } = view
    await user.click(await item('Delete for good'))
    const dialog = await screen.findByRole('dialog', { name: 'Delete this assessment?' })
    expect(within(dialog).getByText('Spring draft')).toBeVisible()
    expect(call.requests).toHaveLength(0)
    await user.click(within(dialog).getByRole('button', { name: 'Delete for good' }))
    await waitFor(() =>
      expect(toldBy(view)).toEqual(['Learners see it, or somebody has begun it meanwhile.']),
    )
    expect(call.requests).toHaveLength(1)
  })

  it('given one that is active or was taken, when its menu is opened, then it cannot be deleted', async () => {
    const active = await open(anAuthoredLine({ status: 'active' }))
    expect(await item('Archive (deactivate first)')).toHaveAttribute('aria-disabled', 'true')
    expect(screen.queryByRole('menuitem', { name: 'Delete for good' })).toBeNull()
    active.unmount()
    await open(anAuthoredLine({ status: 'inactive', attempts: 3 }))
    expect(await item('Archive')).not.toHaveAttribute('aria-disabled', 'true')
    expect(screen.queryByRole('menuitem', { name: 'Delete for good' })).toBeNull()
    expect(screen.getByText('3 attempts')).toBeVisible()
  })

  it('given an assessment, when duplicated, then one with the same settings is made under titles of their own languages', async () => {
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
    await waitFor(() => expect(toldBy(view)).toEqual(['This is the copy. It is inactive.']))
    expect(view.address()).toBe(`${PATH}?assessment=9`)
  })

  it('given a title as long as may be, when copied, then it is still no longer', () => {
    const text = { title: 'x'.repeat(200), description: '', instructions: '' }
    expect(copyTexts({ hi: text }).hi?.title).toHaveLength(200)
  })
})
