import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgressResult, TopicItem, TopicPage, VideoItem } from '#contract/courses/courses.ts'
import { answerVideoQuestion } from '#contract/courses/learning.ts'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import type { VideoAnswer } from '#contract/courses/video-questions.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { recoverDrafts } from '#src/core/offline/drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { usePlayerContext } from '../../../context/player-context.ts'
import { videoDraftName, readChosen, type Chosen } from '../../../model/video-draft.ts'

const withAnswer = (item: TopicItem, itemId: number, questionId: string, answer: VideoAnswer): TopicItem =>
  item.id !== itemId || item.type !== 'video' || !item.questions
    ? item
    : {
        ...item,
        questions: item.questions.map((one) =>
          one.id === questionId ? { ...one, question: answer.question, answer } : one,
        ),
      }

/**
 * The choice until it is sent, kept on the device, and what the server makes of it: the key is there, so nothing is
 * marked here.
 */
export const useVideoAnswer = (item: VideoItem, onProgress: (result: ProgressResult) => void) => {
  const { t } = useTranslation('courses/learning/video-questions')
  const desk = usePlayerContext()
  const owner = useAppSelector(selectUser).id ?? 0
  const drafts = desk.drafts(owner)
  const cache = useQueryClient()
  const name = videoDraftName(item.id)
  const [chosen, setChosen] = useState(() => readChosen(drafts.get(name), item.questions ?? []))
  const latest = useRef(chosen)
  const keep = (next: Chosen) => {
    latest.current = next
    setChosen(next)
    if (Object.keys(next).length > 0) drafts.set(name, JSON.stringify(next))
    else drafts.remove(name)
  }
  const arrive = useEffectEvent(async () => {
    // After a crash the copy on the disk is the younger one.
    if (!desk.preview) await recoverDrafts(safeLocal, owner)
    if (Object.keys(latest.current).length > 0) return
    latest.current = readChosen(drafts.get(name), item.questions ?? [])
    setChosen(latest.current)
    // What was answered on another device, or is asked otherwise since, waits no more.
    if (Object.keys(latest.current).length === 0) drafts.remove(name)
  })
  useEffect(() => void arrive(), [item.id])
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const send = async (questionId: string, answer: GivenAnswer) => {
    setSending(true)
    setError(null)
    try {
      const { progress, ...told } = await desk.call(answerVideoQuestion, {
        params: { itemId: item.id, momentId: questionId },
        body: { answer },
      })
      cache.setQueriesData<TopicPage>(
        {
          queryKey: ['courses/learning'],
          predicate: ({ state }) => state.data !== undefined && 'items' in (state.data as object),
        },
        (page) =>
          page && { ...page, items: page.items.map((one) => withAnswer(one, item.id, questionId, told)) },
      )
      const { [questionId]: _, ...left } = latest.current
      keep(left)
      onProgress(progress)
    } catch (failure) {
      setError(errorText(failure, t('failed')))
    } finally {
      setSending(false)
    }
  }
  return {
    chosen,
    sending,
    error,
    choose: (questionId: string, answer: GivenAnswer) => {
      setError(null)
      keep({ ...latest.current, [questionId]: answer })
    },
    send: (questionId: string) => {
      const answer = chosen[questionId]
      if (answer && !sending) void send(questionId, answer)
    },
  }
}
export type VideoAnswering = ReturnType<typeof useVideoAnswer>
