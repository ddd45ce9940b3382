import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { getInstructor, getRecommended } from '#contract/courses/catalogue.ts'
import { getLearningHome } from '#contract/courses/learning-home.ts'
import {
  ContinueLearningPage,
  coursesReducer,
  InstructorPage,
  RecommendedPage,
} from '#src/features/courses/index.ts'
import { Stars } from '#src/features/courses/components/reviews/Stars.tsx'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aCourse, aHome, aCourseProgress, noHome } from './factory.ts'

const reducers = { courses: coursesReducer }

describe('stars', () => {
  it('fills the fourth star partly for an average of 3.7', async () => {
    const { container } = await renderPage(<Stars stars={3.7} />, { reducers })
    expect(await screen.findByRole('img', { name: 'Rated 3.7 out of 5' })).toBeInTheDocument()
    const shares = [...container.querySelectorAll<HTMLElement>('[data-share]')]
    expect(shares.map((share) => Math.round(Number.parseFloat(share.style.width)))).toEqual([
      100, 100, 100, 70, 0,
    ])
  })
})

describe('/recommended-learning', () => {
  it('shows the reason of each recommendation', async () => {
    fakeCall(getRecommended, {
      results: [
        {
          course: aCourse({ id: 1, title: 'Joins' }),
          reason: { kind: 'next_difficulty', difficulty: 'intermediate', course_title: 'SQL' },
        },
        {
          course: aCourse({ id: 2, title: 'Data' }),
          reason: { kind: 'same_tag', tag: 'sql', course_title: 'SQL' },
        },
        { course: aCourse({ id: 3, title: 'English' }), reason: { kind: 'most_enrolled', students: 12 } },
      ],
    })
    await renderPage(<RecommendedPage />, { path: '/recommended-learning', reducers })
    const cards = (await screen.findAllByRole('heading', { level: 2 })).map((heading) =>
      heading.closest('li'),
    )
    expect(cards.map((card) => card?.textContent)).toEqual([
      expect.stringContaining('The next step after SQL: Intermediate'),
      expect.stringContaining('Also about sql, like SQL'),
      expect.stringContaining('Popular: 12 learners'),
    ])
  })

  it('tells an empty list, an error and being offline apart', async () => {
    fakeCall(getRecommended, { results: [] })
    const { unmount } = await renderPage(<RecommendedPage />, { reducers })
    expect(await screen.findByText('You are enrolled in every course.')).toBeInTheDocument()
    unmount()
    fakeCall(getRecommended, failWith('internal_error'))
    const failed = await renderPage(<RecommendedPage />, { reducers })
    expect(await screen.findByText('Error loading courses. Please try again later.')).toBeInTheDocument()
    failed.unmount()
    fakeCall(getRecommended, noAnswer)
    await renderPage(<RecommendedPage />, { reducers })
    expect(await screen.findByText(/^You are offline/)).toBeInTheDocument()
  })
})

describe('/continue-learning', () => {
  it('groups courses by status and links the one in progress to its next item', async () => {
    const home = aHome()
    fakeCall(
      getLearningHome,
      aHome({
        courses: [
          ...home.courses,
          {
            ...aCourseProgress({ course_id: 2, state: 'completed', percent: 100 }),
            title: 'Charts',
            cover_url: null,
          },
          {
            ...aCourseProgress({ course_id: 3, state: 'not_started', percent: 0 }),
            title: 'English',
            cover_url: null,
          },
        ],
      }),
    )
    await renderPage(<ContinueLearningPage />, { path: '/continue-learning', reducers })
    const openInstructor = await screen.findByRole('region', { name: 'In progress' })
    expect(
      within(openInstructor).getByRole('link', { name: 'Continue: SQL from First Query' }),
    ).toHaveAttribute('href', '/learn/course/1/12?item=23')
    expect(within(screen.getByRole('region', { name: 'Completed' })).getByText('Charts')).toBeInTheDocument()
    expect(
      within(screen.getByRole('region', { name: 'Not started' })).getByText('English'),
    ).toBeInTheDocument()
  })

  it('links to the catalogue when there are no enrolled courses', async () => {
    fakeCall(getLearningHome, noHome())
    await renderPage(<ContinueLearningPage />, { reducers })
    expect(await screen.findByText('No enrolled courses found.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Browse courses' })).toHaveAttribute('href', '/courses')
  })
})

describe('/instructors/{id}', () => {
  const openInstructor = (id: string) =>
    renderPage(
      <Routes>
        <Route path="/instructors/:instructorId" element={<InstructorPage />} />
      </Routes>,
      { path: `/instructors/${id}`, reducers },
    )

  it('shows bio, figures and courses of an instructor', async () => {
    fakeCall(getInstructor, {
      id: 4,
      name: 'Nandini Rao',
      picture: null,
      bio: 'Teaches data.',
      students: 37,
      rating: 4.5,
      ratings: 8,
      courses: [aCourse()],
    })
    await openInstructor('4')
    expect(await screen.findByRole('heading', { level: 1, name: 'Nandini Rao' })).toBeInTheDocument()
    expect(screen.getByText('Teaches data.')).toBeInTheDocument()
    expect(screen.getByText('37 learners')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'SQL from First Query' })).toHaveAttribute('href', '/courses/1')
  })

  it.each(['4', 'abc'])('says that there is no instructor with the id %s', async (id) => {
    fakeCall(getInstructor, failWith('not_found'))
    await openInstructor(id)
    expect(
      await screen.findByRole('heading', { name: 'This instructor does not exist.' }),
    ).toBeInTheDocument()
  })
})
