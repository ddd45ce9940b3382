import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  createBuilderCourse,
  duplicateCourse,
  listBuilderCourses,
  setCourseState,
} from '#contract/course-builder/course-builder.ts'
import { BuilderCoursesPage } from '#src/features/course-builder/index.ts'
import { filtersOf, writeFilters } from '#src/features/course-builder/model/list-filters.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import { aCourse, aCourseList } from './factory.ts'

const open = (path = '/admin/courses', options: RenderOptions = {}) =>
  renderPage(
    <main>
      <BuilderCoursesPage />
    </main>,
    { path, ...options },
  )

describe('list of courses to edit', () => {
  it('given courses of each status, when shown, then each says its status, topics, students and who saved it', async () => {
    fakeCall(listBuilderCourses, aCourseList([aCourse({ status: 'changed', topics: 3, students: 2 })]))
    await open()
    const row = await screen.findByRole('article', { name: 'SQL from First Query to Joins' })
    expect(within(row).getByText('Changed since published')).toBeInTheDocument()
    expect(within(row).getByText('3 topics')).toBeInTheDocument()
    expect(within(row).getByText('2 students')).toBeInTheDocument()
    expect(within(row).getByText(/by Nandini Rao/)).toBeInTheDocument()
  })

  it('given no course, when shown, then the first one is offered; under a search, the filters are', async () => {
    fakeCall(listBuilderCourses, aCourseList([]))
    const { user, address } = await open()
    expect(await screen.findByText('No courses yet')).toBeInTheDocument()
    await user.type(screen.getByRole('searchbox', { name: 'Search courses' }), 'zz')
    expect(await screen.findByText('No course matches')).toBeInTheDocument()
    expect(address()).toBe('/admin/courses?search=zz')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No courses yet')).toBeInTheDocument()
  })

  it('given a failure, when tried again, then the list comes', async () => {
    fakeCall(listBuilderCourses, failWith('forbidden'))
    const { user } = await open()
    expect(await screen.findByText('The courses could not be loaded')).toBeInTheDocument()
    fakeCall(listBuilderCourses, aCourseList([aCourse()]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article')).toBeInTheDocument()
  })

  it('given a new course, when it has no title, then that is said; with one it opens in the builder', async () => {
    fakeCall(listBuilderCourses, aCourseList([aCourse()]))
    const made = fakeCall(createBuilderCourse, { course_id: 9 })
    const { user, address } = await open()
    await user.click(await screen.findByRole('button', { name: 'New course' }))
    await user.click(screen.getByRole('button', { name: 'Create course' }))
    expect(await screen.findByText('Give the course a title.')).toBeInTheDocument()
    expect(made.requests).toHaveLength(0)
    await user.type(screen.getByRole('textbox', { name: 'Title' }), ' Knots ')
    await user.click(screen.getByRole('button', { name: 'Create course' }))
    await waitFor(() => expect(address()).toBe('/admin/courses/9'))
    expect(made.requests[0]?.body).toMatchObject({ title: 'Knots', language: 'en' })
  })

  it('given an archived course, when taken out, and another duplicated, then the server is told', async () => {
    fakeCall(listBuilderCourses, aCourseList([aCourse({ status: 'archived' })]))
    const state = fakeCall(setCourseState, { status: 'draft' })
    const copy = fakeCall(duplicateCourse, { course_id: 10 })
    const { user, address } = await open()
    const menu = () => screen.findByRole('button', { name: 'More for SQL from First Query to Joins' })
    await user.click(await menu())
    await user.click(await screen.findByRole('menuitem', { name: 'Take out of the archive' }))
    await waitFor(() => expect(state.requests[0]?.body).toEqual({ action: 'restore' }))
    await user.click(await menu())
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
    await waitFor(() => expect(address()).toBe('/admin/courses/10'))
    expect(copy.requests[0]?.body).toMatchObject({ title: 'Copy of SQL from First Query to Joins' })
  })

  it('given Arabic, when shown, then counts are in words of that language', async () => {
    fakeCall(listBuilderCourses, aCourseList([aCourse({ topics: 2, students: 11 })]))
    await open('/admin/courses', { language: 'ar' })
    const row = await screen.findByRole('article')
    expect(within(row).getByText('موضوعان')).toBeInTheDocument()
    expect(within(row).getByText('11 طالبًا')).toBeInTheDocument()
  })
})

describe('the address of the list', () => {
  it('given any address, when read, then only what can be meant comes out, and writing gives it back', () => {
    const read = (query: string) => filtersOf(new URLSearchParams(query))
    expect(read('status=published&page=2&search=a')).toEqual({ search: 'a', status: 'published', page: 2 })
    expect(read('status=secret&page=-1')).toEqual({ search: '', status: null, page: 1 })
    const filters = { search: 'x', status: 'archived', page: 3 } as const
    expect(read(new URLSearchParams(writeFilters(filters)).toString())).toEqual(filters)
  })
})
