import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { endMemberSession, endMemberSessions, listMemberSessions } from '#contract/auth/account-admin.ts'
import { startSupportView } from '#contract/auth/support.ts'
import type { BodyInputOf, BodyOf } from '#contract/endpoint.ts'
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
  unenrolStudents,
  type studentRoles,
} from '#contract/students/students.ts'
import { createInviteLink, endInviteLink, listInviteLinks } from '#contract/students/invite-links.ts'
import { getStudentRecord, listStudentMessages, writeToStudent } from '#contract/students/messages.ts'
import { getBulk, startBulk, stopBulk, undoBulk, type BulkState } from '#contract/students/bulk.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { StudentFilters } from '../model/filters.ts'

export const studentKeys = {
  all: ['students'] as const,
  list: (filters: ReturnType<typeof asked>) => ['students', 'list', filters] as const,
  one: (id: number) => ['students', 'one', id] as const,
  courses: ['students', 'courses'] as const,
  groups: ['students', 'groups'] as const,
  links: ['student-links'] as const,
  messages: (id: number) => ['students', 'messages', id] as const,
  record: (id: number) => ['students', 'record', id] as const,
  devices: (id: number) => ['students', 'devices', id] as const,
  bulk: (id: string) => ['student-bulk', id] as const,
}

export const STUDENTS_PER_PAGE = 25

/** What the server is asked for: the columns are the page's own. */
export const asked = ({ course, group, columns: _columns, ...filters }: StudentFilters) => ({
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

/** For admins: where a person is signed in. */
export const devicesQuery = (userId: number) =>
  queryOptions({
    queryKey: studentKeys.devices(userId),
    queryFn: ({ signal }) => authedCall(listMemberSessions, { params: { userId }, signal }),
    staleTime: 0,
  })

/** What the person was written to, the newest first. */
export const messagesQuery = (userId: number, limit: number) =>
  queryOptions({
    queryKey: [...studentKeys.messages(userId), limit],
    queryFn: ({ signal }) =>
      authedCall(listStudentMessages, { params: { userId }, query: { page_size: limit }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const recordQuery = (userId: number) =>
  queryOptions({
    queryKey: studentKeys.record(userId),
    queryFn: ({ signal }) => authedCall(getStudentRecord, { params: { userId }, signal }),
    staleTime: 0,
  })

export const writeTo = (userId: number, body: BodyOf<typeof writeToStudent>) =>
  authedCall(writeToStudent, { params: { userId }, body })

/** Null: every device. */
export const startSupport = (userId: number, reason: string) =>
  authedCall(startSupportView, { params: { userId }, body: { reason } })

export const signOut = (userId: number, sessionId: string | null) =>
  sessionId === null
    ? authedCall(endMemberSessions, { params: { userId } })
    : authedCall(endMemberSession, { params: { userId, sessionId } })

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

export const unenrol = (ids: number[], courseId: number) =>
  authedCall(unenrolStudents, { body: { ids, course_id: courseId } })

export const setActive = (ids: number[], isActive: boolean) =>
  authedCall(setStudentsActive, { body: { ids, is_active: isActive } })

export const setRole = (userId: number, role: (typeof studentRoles)[number]) =>
  authedCall(setStudentRole, { params: { userId }, body: { role } })

export const linksQuery = () =>
  queryOptions({
    queryKey: studentKeys.links,
    queryFn: ({ signal }) => authedCall(listInviteLinks, { signal }),
    staleTime: 0,
  })

export const addLink = (body: BodyInputOf<typeof createInviteLink>) => authedCall(createInviteLink, { body })

export const endLink = (linkId: string) => authedCall(endInviteLink, { params: { linkId } })

export const invite = (person: BodyOf<typeof inviteStudent>) => authedCall(inviteStudent, { body: person })

const LOOK_EVERY_MS = 1000
export const isWorking = (state: BulkState): boolean => state === 'running' || state === 'undoing'

export const bulkQuery = (bulkId: string) =>
  queryOptions({
    queryKey: studentKeys.bulk(bulkId),
    queryFn: ({ signal }) => authedCall(getBulk, { params: { bulkId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data.state) ? LOOK_EVERY_MS : false),
  })

export const beginBulk = (body: BodyInputOf<typeof startBulk>) => authedCall(startBulk, { body })

export const stop = (bulkId: string) => authedCall(stopBulk, { params: { bulkId } })

export const undo = (bulkId: string) => authedCall(undoBulk, { params: { bulkId } })
