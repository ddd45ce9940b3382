import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  checkCourse,
  getVersion,
  listBuilderCourses,
  listTeachers,
  listTrash,
  listVersions,
} from '#contract/course-builder/course-builder.ts'
import { listUploads } from '#contract/course-builder/interrupted-uploads.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { CourseFilters } from '../model/list-filters.ts'

export const COURSES_PER_PAGE = 20
const LINES_PER_PAGE = 50

export const builderKeys = {
  lists: ['builder', 'courses'] as const,
  courses: (filters: CourseFilters) => ['builder', 'courses', filters] as const,
  draft: (courseId: number) => ['builder', 'draft', courseId] as const,
  check: (courseId: number, revision: number) => ['builder', 'check', courseId, revision] as const,
  versions: (courseId: number) => ['builder', 'versions', courseId] as const,
  version: (courseId: number, versionId: number) => ['builder', 'version', courseId, versionId] as const,
  trash: (courseId: number) => ['builder', 'trash', courseId] as const,
  uploads: (courseId: number) => ['builder', 'uploads', courseId] as const,
  teachers: ['builder', 'teachers'] as const,
}

export const coursesQuery = (filters: CourseFilters) =>
  queryOptions({
    queryKey: builderKeys.courses(filters),
    queryFn: ({ signal }) =>
      authedCall(listBuilderCourses, {
        query: {
          search: filters.search.trim(),
          status: filters.status,
          page: filters.page,
          page_size: COURSES_PER_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Checks the saved course, so it waits until everything is saved. */
export const checkQuery = (courseId: number, revision: number, whenSaved: () => Promise<void>) =>
  queryOptions({
    queryKey: builderKeys.check(courseId, revision),
    queryFn: async ({ signal }) => {
      await whenSaved()
      return authedCall(checkCourse, { params: { courseId }, signal })
    },
    staleTime: 0,
  })

export const versionsQuery = (courseId: number) =>
  queryOptions({
    queryKey: builderKeys.versions(courseId),
    queryFn: ({ signal }) =>
      authedCall(listVersions, { params: { courseId }, query: { page_size: LINES_PER_PAGE }, signal }),
    select: ({ results }) => results,
    staleTime: 0,
  })

export const versionQuery = (courseId: number, versionId: number) =>
  queryOptions({
    queryKey: builderKeys.version(courseId, versionId),
    queryFn: ({ signal }) => authedCall(getVersion, { params: { courseId, versionId }, signal }),
  })

export const trashQuery = (courseId: number) =>
  queryOptions({
    queryKey: builderKeys.trash(courseId),
    queryFn: ({ signal }) =>
      authedCall(listTrash, { params: { courseId }, query: { page_size: LINES_PER_PAGE }, signal }),
    select: ({ results }) => results,
    staleTime: 0,
  })

export const uploadsQuery = (courseId: number) =>
  queryOptions({
    queryKey: builderKeys.uploads(courseId),
    queryFn: ({ signal }) => authedCall(listUploads, { params: { courseId }, signal }),
    select: ({ results }) => results,
    staleTime: 0,
  })

export const teachersQuery = () =>
  queryOptions({
    queryKey: builderKeys.teachers,
    queryFn: ({ signal }) => authedCall(listTeachers, { signal }),
    select: ({ results }) => results,
  })
