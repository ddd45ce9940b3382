import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { TopicItem, TopicPage, VideoItem } from '#contract/courses/topic-page.ts'
import { answerVideoQuestion } from '#contract/courses/learning.ts'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import type { VideoAnswer } from '#contract/courses/video-questions.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { recoverDrafts } from '#src/core/storage/drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { usePlayerContext } from '../../../context/player-context.ts'
import { videoDraftKey, parseVideoDraft, type DraftAnswers } from '../../../model/video-draft.ts'

const withAnswer = (item: TopicItem, itemId: number, questionId: string, answer: VideoAnswer): TopicItem =>
  item.id !== itemId || item.type !== 'video' || !item.questions
    ? item
    : {
        ...item,
        questions: item.questions.map((entry) =>
          entry.id === questionId ? { ...entry, question: answer.question, answer } : entry,
        ),
      }

/** Changes the items of every cached lesson. */
const updateItems = (cache: QueryClient, change: (item: TopicItem) => TopicItem) =>
  cache.setQueriesData<TopicPage>(
    {
      queryKey: ['courses/learning'],
      predicate: ({ state }) => state.data !== undefined && 'items' in (state.data as object),
    },
    (page) => page && { ...page, items: page.items.map(change) },
  )

/** Draft answers to video questions, saved on this device until sent. Only the server has the answer key. */
export const useVideoAnswer = (item: VideoItem, onProgress: (result: ProgressResult) => void) => {
  const { t } = useTranslation('courses/learning/video-questions')
  const player = usePlayerContext()
  const owner = useAppSelector(selectUser).id ?? 0
  const drafts = player.drafts(owner)
  const cache = useQueryClient()
  const draftKey = videoDraftKey(item.id)
  const [chosen, setChosen] = useState(() => parseVideoDraft(drafts.get(draftKey), item.questions ?? []))
  const latest = useRef(chosen)
  const saveDraft = (next: DraftAnswers) => {
    latest.current = next
    setChosen(next)
    if (Object.keys(next).length > 0) drafts.set(draftKey, JSON.stringify(next))
    else drafts.remove(draftKey)
  }
  const loadDraft = useEffectEvent(async () => {
    // After a crash the copy in IndexedDB may be newer.
    if (!player.isPreview) await recoverDrafts(safeLocal, owner)
    if (Object.keys(latest.current).length > 0) return
    latest.current = parseVideoDraft(drafts.get(draftKey), item.questions ?? [])
    setChosen(latest.current)
    // Drafts of questions that were answered elsewhere or changed are outdated.
    if (Object.keys(latest.current).length === 0) drafts.remove(draftKey)
  })
  useEffect(() => void loadDraft(), [item.id])
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const send = async (questionId: string, answer: GivenAnswer) => {
    setSending(true)
    setError(null)
    try {
      const { progress, ...marked } = await player.call(answerVideoQuestion, {
        params: { itemId: item.id, momentId: questionId },
        body: { answer },
      })
      updateItems(cache, (entry) => withAnswer(entry, item.id, questionId, marked))
      const { [questionId]: _, ...remaining } = latest.current
      saveDraft(remaining)
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
      saveDraft({ ...latest.current, [questionId]: answer })
    },
    send: (questionId: string) => {
      const answer = chosen[questionId]
      if (answer && !sending) void send(questionId, answer)
    },
  }
}
export type VideoAnswering = ReturnType<typeof useVideoAnswer>
