import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { getCourseOffline } from '#contract/offline/offline.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { roomOnDevice } from '#src/core/storage/saved-files.ts'
import type { SavedCourse } from '../model/saved-course.ts'
import { planHere, saver } from './live-saver.ts'

/** Courses on this device. */
export const useSavedCourses = (): readonly SavedCourse[] =>
  useSyncExternalStore(
    useCallback((changed: () => void) => saver().subscribe(changed), []),
    () => saver().courses(),
  )

const listQuery = (courseId: number) =>
  queryOptions({
    queryKey: ['offline', 'course', courseId] as const,
    queryFn: async ({ signal }) => {
      const course = await authedCall(getCourseOffline, { params: { courseId }, signal })
      return {
        revision: course.revision,
        bytes: planHere(course).bytes,
        onlineOnly: course.online_only.length,
      }
    },
  })

/** How large a course would be here, and which state of it that is. */
export const usePlan = (courseId: number) => useQuery(listQuery(courseId))

/** Read again when something was saved or removed. */
export const useRoom = (change: unknown) =>
  useQuery({ queryKey: ['offline', 'room', change] as const, queryFn: roomOnDevice, staleTime: 0 })
