import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { getRoadmap, type Roadmap } from '#contract/assessments/results.ts'
import { RoadmapPage } from '#src/features/assessments/index.ts'
import { currentStageOf, scholarshipSteps } from '#src/features/assessments/model/roadmap.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { ATTEMPT } from './factory.ts'

type Stage = Roadmap['stages'][number]
const aCourse = (id: number, changes: Partial<Stage['courses'][number]> = {}): Stage['courses'][number] => ({
  course_id: id,
  title: `Course ${id}`,
  cover: null,
  reason: null,
  enrolled: false,
  completed: false,
  progress_percent: 0,
  ...changes,
})
const aStage = (kind: Stage['kind'], changes: Partial<Stage> = {}): Stage => ({
  kind,
  state: 'open',
  courses: [],
  pages: [],
  ...changes,
})
const bands = [
  { from_percent: 90, scholarship_percent: 100 },
  { from_percent: 60, scholarship_percent: 25 },
]
const topic = { id: 1, key: 'logical', name: { en: 'Logical', ar: 'منطق' } }
const aRoadmap = (changes: Partial<Roadmap> = {}): Roadmap => ({
  programmes: [],
  assessment: { id: 3, title: { en: 'Entrance', ar: 'القبول' }, main_language: 'en' },
  attempt_id: ATTEMPT,
  percent: 66.67,
  scholarship_percent: 25,
  bands,
  pass_percent: 50,
  stages: [
    aStage('foundation', { state: 'done', courses: [aCourse(1, { enrolled: true, completed: true })] }),
    aStage('core', {
      state: 'in_progress',
      courses: [
        aCourse(2, { enrolled: true, completed: true, progress_percent: 100 }),
        aCourse(3, { enrolled: true, progress_percent: 40, reason: { topic, percent: 33.33 } }),
        aCourse(4),
      ],
    }),
    aStage('projects', { courses: [aCourse(5)] }),
    aStage('interview'),
    aStage('placement', { pages: ['/community', '/no-such-page'] }),
  ],
  ...changes,
})

const placeOn = (stages: Stage[]) => currentStageOf(stages, ({ pages }) => pages.length > 0)

describe('the learner’s place on the path', () => {
  it('is the first unfinished stage with something to do', () => {
    const done = aStage('foundation', { state: 'done' })
    const empty = aStage('core')
    const open = aStage('projects', { courses: [aCourse(1)] })
    const pages = aStage('placement', { pages: ['/community'] })
    expect(placeOn([done, empty, open, pages])).toBe(2)
    expect(placeOn([done, empty, pages])).toBe(2)
    // Nothing to do anywhere: the first unfinished one. All done: none.
    expect(placeOn([done, empty])).toBe(1)
    expect(placeOn([done])).toBe(-1)
  })

  it('is the highest step of the scholarship that the score has reached', () => {
    const ownFrom = (percent: number) => scholarshipSteps(bands, percent).find(({ isOwn }) => isOwn)?.from
    expect([0, 59.97, 60, 89.99, 90, 100].map(ownFrom)).toEqual([0, 0, 60, 60, 90, 90])
  })
})

describe('the roadmap', () => {
  const open = (language: 'en' | 'ar' = 'en') =>
    renderPage(
      <Routes>
        <Route path="/roadmap/:assessmentId" element={<RoadmapPage />} />
      </Routes>,
      { path: '/roadmap/3', language },
    )

  it('shows where the learner is, with the first open course large and later stages folded', async () => {
    fakeCall(getRoadmap, aRoadmap())
    await open()
    const here = (await screen.findByText('You are here')).closest('li') as HTMLElement
    expect(here).toHaveAttribute('aria-current', 'step')
    expect(within(here).getByRole('heading', { level: 2, name: 'Core courses' })).toBeVisible()
    const large = within(here).getByRole('article')
    expect(within(large).getByRole('link', { name: 'Continue: Course 3' })).toHaveAttribute(
      'href',
      '/courses/3',
    )
    expect(large).toHaveTextContent('You got 33% in Logical. This course closes the gap.')
    expect(within(here).getByRole('link', { name: 'Course 4' })).toBeVisible()
    expect(
      screen.getByRole('link', { name: 'Course 5', hidden: true }).closest('details'),
    ).not.toHaveAttribute('open')
    expect(screen.getByText('Projects').closest('summary')).toHaveTextContent('1 course')
    expect(screen.queryByRole('link', { name: '/no-such-page', hidden: true })).toBeNull()
  })

  it('says what score earns which scholarship, and marks the learner’s own', async () => {
    fakeCall(getRoadmap, aRoadmap({ percent: 59.97, scholarship_percent: 0 }))
    await open()
    const steps = within((await screen.findByText('What your score earns')).closest('section') as HTMLElement)
    // Not lifted to the 60 where the scholarship starts.
    expect(steps.getByText(/Your score: 59%/)).toBeVisible()
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '0%below 60%You',
      '25%from 60%',
      '100%from 90%',
    ])
  })

  it('says so when no course of the stage has a free seat', async () => {
    fakeCall(getRoadmap, aRoadmap({ stages: [aStage('foundation'), aStage('core')] }))
    await open()
    expect(await screen.findByText(/No course of this stage has a free seat/)).toBeVisible()
  })
})
