import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  createBuilderCourse,
  duplicateCourse,
  setCourseState,
} from '#contract/course-builder/course-builder.ts'
import type { Language } from '#contract/languages.ts'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { builderKeys } from './builder.queries.ts'

interface NewCourse {
  /** An idempotency key: a repeated submit creates one course. */
  key: string
  title: string
  language: Language
  document?: CourseDocument
}

const useCourseAction = <V, R>(mutationFn: (input: V) => Promise<R>) => {
  const { t } = useTranslation('course-builder')
  const notify = useNotify()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: builderKeys.lists }),
    onError: (error) =>
      notify({ kind: 'error', title: t('failed.title'), message: errorText(error, t('failed.again')) }),
  })
}

export const useCreateCourse = () =>
  useCourseAction(({ key, title, language, document }: NewCourse) =>
    authedCall(createBuilderCourse, {
      body: { idempotency_key: key, title, language, ...(document ? { document } : {}) },
    }),
  )

export const useDuplicateCourse = () =>
  useCourseAction(({ courseId, key, title }: { courseId: number; key: string; title: string }) =>
    authedCall(duplicateCourse, { params: { courseId }, body: { idempotency_key: key, title } }),
  )

export type CourseAction = 'unpublish' | 'archive' | 'restore'
export const useCourseState = () =>
  useCourseAction(({ courseId, action }: { courseId: number; action: CourseAction }) =>
    authedCall(setCourseState, { params: { courseId }, body: { action } }),
  )
