import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { getCourseOffline } from '#contract/offline/offline.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { estimateStorage } from '#src/core/storage/saved-files.ts'
import type { SavedCourse } from '../model/saved-course.ts'
import { planForDevice, saver } from './live-saver.ts'

/** The courses saved on this device. */
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
        bytes: planForDevice(course).bytes,
        onlineOnly: course.online_only.length,
      }
    },
  })

/** The size of a course on this device, and its current revision. */
export const usePlan = (courseId: number) => useQuery(listQuery(courseId))

/** Device storage, read again when `change` changes. */
export const useDeviceStorage = (change: unknown) =>
  useQuery({ queryKey: ['offline', 'room', change] as const, queryFn: estimateStorage, staleTime: 0 })
