import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgressResult, QuizResult } from '#contract/courses/progress.ts'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { withGrade, withItemState, withProgress } from '../model/lesson.ts'
import type { SaveState } from '#src/core/offline/queue/queue-types.ts'
import { usePlayerContext } from '../context/player-context.ts'
import { playerKeys } from './topic.queries.ts'

/** Progress of the shown topic: updates optimistically, applies the server's result, rolls back on rejection. */
export const useTopicProgress = (
  courseId: number,
  topicId: number,
  onProgress: (result: ProgressResult) => void,
) => {
  const { t } = useTranslation('courses/learning')
  const cache = useQueryClient()
  const { queue } = usePlayerContext()
  const notify = useNotify()
  const change = useCallback(
    (update: (page: TopicPage) => TopicPage) =>
      cache.setQueryData<TopicPage>(playerKeys.topic(courseId, topicId), (page) => page && update(page)),
    [cache, courseId, topicId],
  )
  const accepted = useEffectEvent((result: ProgressResult) => {
    change((page) => withProgress(page, result))
    onProgress(result)
  })
  const refused = useEffectEvent((error: unknown) => {
    // Every topic of the course: the rejected step may be of the one before, whose completion opened this one.
    void cache.invalidateQueries({ queryKey: playerKeys.topics(courseId) })
    notify({
      kind: 'error',
      title: t('save.failed'),
      message: errorText(error, t('save.failedMessage')),
    })
  })
  useEffect(
    () =>
      queue().subscribe({
        accepted: ({ progress }) => {
          if (progress) accepted(progress)
        },
        // The quiz reports its own rejection; an outdated draft or note is no loss to report.
        refused: (entry, error) => {
          if (entry.kind === 'article' || entry.kind === 'video') refused(error)
        },
      }),
    [queue],
  )
  const completeArticle = useCallback(
    (itemId: number) => {
      change((page) => withItemState(page, itemId, 'completed'))
      const progressQueue = queue()
      void progressQueue.add({ kind: 'article', itemId }).then(progressQueue.flush)
    },
    [change, queue],
  )
  const quizGraded = useCallback(
    (itemId: number, result: QuizResult) => change((page) => withGrade(page, itemId, result)),
    [change],
  )
  /** Applies a progress result of a request that did not go through the queue. */
  const accept = (result: ProgressResult) => {
    change((page) => withProgress(page, result))
    onProgress(result)
  }
  return { completeArticle, quizGraded, accept }
}

/** Saved, saving, or waiting for a connection. */
export const useSaveState = (): SaveState => {
  const { queue } = usePlayerContext()
  return useSyncExternalStore(
    (changed) => queue().subscribe({ changed }),
    () => queue().state(),
  )
}
