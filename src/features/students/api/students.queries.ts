import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  createGroup,
  listGroups,
  saveGroup,
  setGroupMembers,
  type StudentGroup,
} from '#contract/students/groups.ts'
import {
  enrolStudents,
  exportStudents,
  getStudent,
  inviteStudent,
  listStudentCourses,
  listStudents,
  setStudentRole,
  setStudentsActive,
  type studentRoles,
} from '#contract/students/students.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { StudentFilters } from '../model/filters.ts'

export const studentKeys = {
  all: ['students'] as const,
  list: (filters: ReturnType<typeof asked>) => ['students', 'list', filters] as const,
  one: (id: number) => ['students', 'one', id] as const,
  courses: ['students', 'courses'] as const,
  groups: ['students', 'groups'] as const,
}

export const STUDENTS_PER_PAGE = 25

const asked = ({ course, group, columns: _columns, ...filters }: StudentFilters) => ({
  ...filters,
  course: course ?? undefined,
  group: group ?? undefined,
})

export const studentsQuery = (filters: StudentFilters) =>
  queryOptions({
    queryKey: studentKeys.list(asked(filters)),
    queryFn: ({ signal }) =>
      authedCall(listStudents, { query: { ...asked(filters), page_size: STUDENTS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const studentQuery = (userId: number) =>
  queryOptions({
    queryKey: studentKeys.one(userId),
    queryFn: ({ signal }) => authedCall(getStudent, { params: { userId }, signal }),
    staleTime: 0,
  })

/** Courses that the caller may enrol people in. */
export const studentCoursesQuery = () =>
  queryOptions({
    queryKey: studentKeys.courses,
    queryFn: ({ signal }) => authedCall(listStudentCourses, { signal }),
  })

/** For admins: all groups, those in use first. */
export const groupsQuery = () =>
  queryOptions({
    queryKey: studentKeys.groups,
    queryFn: ({ signal }) => authedCall(listGroups, { signal }),
    staleTime: 0,
  })

export const addGroup = (name: string) => authedCall(createGroup, { body: { name } })

export const changeGroup = ({ id, name, is_archived }: Pick<StudentGroup, 'id' | 'name' | 'is_archived'>) =>
  authedCall(saveGroup, { params: { groupId: id }, body: { name, is_archived } })

export const setMembers = (groupId: number, ids: number[], isMember: boolean) =>
  authedCall(setGroupMembers, { params: { groupId }, body: { ids, is_member: isMember } })

export const exportFile = (filters: StudentFilters) => {
  const { page: _page, ...rest } = asked(filters)
  return authedCall(exportStudents, { query: rest })
}

export const enrol = (ids: number[], courseId: number) =>
  authedCall(enrolStudents, { body: { ids, course_id: courseId } })

export const setActive = (ids: number[], isActive: boolean) =>
  authedCall(setStudentsActive, { body: { ids, is_active: isActive } })

export const setRole = (userId: number, role: (typeof studentRoles)[number]) =>
  authedCall(setStudentRole, { params: { userId }, body: { role } })

export const invite = (person: BodyOf<typeof inviteStudent>) => authedCall(inviteStudent, { body: person })
