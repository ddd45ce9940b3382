import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  createBuilderCourse,
  duplicateCourse,
  listBuilderCourses,
  setCourseState,
} from '#contract/course-builder/course-builder.ts'
import { BuilderCoursesPage } from '#src/features/course-builder/index.ts'
import { COURSE_FILTERS } from '#src/features/course-builder/model/list-filters.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import { aCourse, aCourseList } from './factory.ts'

const openList = (path = '/admin/courses', options: RenderOptions = {}) =>
  renderPage(
    <main>
      <BuilderCoursesPage />
    </main>,
    { path, ...options },
  )

describe('course list', () => {
  it('shows status, counts and the last author of each course', async () => {
    fakeCall(listBuilderCourses, aCourseList([aCourse({ status: 'changed', topics: 3, students: 2 })]))
    await openList()
    const row = await screen.findByRole('article', { name: 'SQL from First Query to Joins' })
    expect(within(row).getByText('Changed since published')).toBeInTheDocument()
    expect(within(row).getByText('3 lessons')).toBeInTheDocument()
    expect(within(row).getByText('2 students')).toBeInTheDocument()
    expect(within(row).getByText(/by Nandini Rao/)).toBeInTheDocument()
  })

  it('offers to create the first course, or to clear the filters', async () => {
    fakeCall(listBuilderCourses, aCourseList([]))
    const { user, address } = await openList()
    expect(await screen.findByText('No courses yet')).toBeInTheDocument()
    await user.type(screen.getByRole('searchbox', { name: 'Search courses' }), 'zz')
    expect(await screen.findByText('No course matches')).toBeInTheDocument()
    expect(address()).toBe('/admin/courses?search=zz')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No courses yet')).toBeInTheDocument()
  })

  it('loads the list after a failure and a retry', async () => {
    fakeCall(listBuilderCourses, failWith('forbidden'))
    const { user } = await openList()
    expect(await screen.findByText('The courses could not be loaded')).toBeInTheDocument()
    fakeCall(listBuilderCourses, aCourseList([aCourse()]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article')).toBeInTheDocument()
  })

  it('requires a title for a new course and opens it in the builder', async () => {
    fakeCall(listBuilderCourses, aCourseList([aCourse()]))
    const createCall = fakeCall(createBuilderCourse, { course_id: 9 })
    const { user, address } = await openList()
    await user.click(await screen.findByRole('button', { name: 'New course' }))
    await user.click(await screen.findByRole('button', { name: 'Create course' }))
    expect(await screen.findByText('Give the course a title.')).toBeInTheDocument()
    expect(createCall.requests).toHaveLength(0)
    await user.type(screen.getByRole('textbox', { name: 'Title' }), ' Knots ')
    await user.click(screen.getByRole('button', { name: 'Create course' }))
    await waitFor(() => expect(address()).toBe('/admin/courses/9'))
    expect(createCall.requests[0]?.body).toMatchObject({ title: 'Knots', language: 'en' })
  })

  it('restores an archived course and duplicates a course', async () => {
    fakeCall(listBuilderCourses, aCourseList([aCourse({ status: 'archived' })]))
    const state = fakeCall(setCourseState, { status: 'draft' })
    const copy = fakeCall(duplicateCourse, { course_id: 10 })
    const { user, address } = await openList()
    const menu = () => screen.findByRole('button', { name: 'More for SQL from First Query to Joins' })
    await user.click(await menu())
    await user.click(await screen.findByRole('menuitem', { name: 'Restore from the archive' }))
    await waitFor(() => expect(state.requests[0]?.body).toEqual({ action: 'restore' }))
    await user.click(await menu())
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
    await waitFor(() => expect(address()).toBe('/admin/courses/10'))
    expect(copy.requests[0]?.body).toMatchObject({ title: 'Copy of SQL from First Query to Joins' })
  })

  it('uses Arabic plural forms', async () => {
    fakeCall(listBuilderCourses, aCourseList([aCourse({ topics: 2, students: 11 })]))
    await openList('/admin/courses', { language: 'ar' })
    const row = await screen.findByRole('article')
    expect(within(row).getByText('درسان')).toBeInTheDocument()
    expect(within(row).getByText('11 طالبًا')).toBeInTheDocument()
  })
})

describe('filters in the URL', () => {
  it('reads valid filters, ignores others and writes them back', () => {
    const read = (query: string) => COURSE_FILTERS.read(new URLSearchParams(query))
    expect(read('status=published&page=2&search=a')).toEqual({ search: 'a', status: 'published', page: 2 })
    expect(read('status=secret&page=-1')).toEqual({ search: '', status: null, page: 1 })
    const filters = { search: 'x', status: 'archived', page: 3 } as const
    expect(read(new URLSearchParams(COURSE_FILTERS.write(filters)).toString())).toEqual(filters)
  })
})
