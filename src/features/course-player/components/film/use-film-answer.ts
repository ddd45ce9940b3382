import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgressResult, TopicItem, TopicPage } from '#contract/courses.ts'
import { answerFilmQuestion } from '#contract/lessons.ts'
import type { GivenAnswer } from '#contract/quiz.ts'
import type { FilmAnswer } from '#contract/video-questions.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useDesk } from '../../desk/desk.ts'

const withAnswer = (item: TopicItem, itemId: number, questionId: string, answer: FilmAnswer): TopicItem =>
  item.id !== itemId || item.type !== 'video' || !item.questions
    ? item
    : {
        ...item,
        questions: item.questions.map((one) =>
          one.id === questionId ? { ...one, question: answer.question, answer } : one,
        ),
      }

/** The choice until it is sent, and what the server makes of it: the key is there, so nothing is marked here. */
export const useFilmAnswer = (itemId: number, onProgress: (result: ProgressResult) => void) => {
  const { t } = useTranslation('course-player/film')
  const { call } = useDesk()
  const cache = useQueryClient()
  /** By question: whoever looks at the film again finds what was chosen. */
  const [chosen, setChosen] = useState<Readonly<Record<string, GivenAnswer>>>({})
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const send = async (questionId: string, answer: GivenAnswer) => {
    setSending(true)
    setError(null)
    try {
      const { progress, ...told } = await call(answerFilmQuestion, {
        params: { itemId, momentId: questionId },
        body: { answer },
      })
      cache.setQueriesData<TopicPage>(
        {
          queryKey: ['course-player'],
          predicate: ({ state }) => state.data !== undefined && 'items' in (state.data as object),
        },
        (page) =>
          page && { ...page, items: page.items.map((item) => withAnswer(item, itemId, questionId, told)) },
      )
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
      setChosen((now) => ({ ...now, [questionId]: answer }))
    },
    send: (questionId: string) => {
      const answer = chosen[questionId]
      if (answer && !sending) void send(questionId, answer)
    },
  }
}
export type FilmAnswering = ReturnType<typeof useFilmAnswer>
