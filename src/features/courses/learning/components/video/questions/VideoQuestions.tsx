import { useEffect, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import type { ShownVideoQuestion } from '#contract/courses/video-questions.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { formatTimestamp } from '../../../model/lesson.ts'
import { AskedQuestion } from './AskedQuestion.tsx'
import type { ProgrammaticSeek } from './video-actions.ts'
import { QuestionRow } from './QuestionRow.tsx'
import { intervalStart } from './question-stops.ts'
import { useVideoAnswer } from './use-video-answer.ts'
import { useQuestionStops } from './use-question-stops.ts'

type Props = {
  item: VideoItem
  video: RefObject<HTMLVideoElement | null>
  /** The player, which gets the focus when the video continues. */
  container: RefObject<HTMLElement | null>
  /** The element over the picture that shows the current question; also visible in full screen. */
  slot: HTMLElement | null
  programmaticSeek: ProgrammaticSeek
  onProgress: (result: ProgressResult) => void
}

/** The questions of a video: the current one over the picture, and all of them with their status. */
export const VideoQuestions = ({ item, video, container, slot, programmaticSeek, onProgress }: Props) => {
  const { t } = useTranslation('courses/learning/video-questions')
  const online = useOnline()
  const stops = useQuestionStops({ video, item, programmaticSeek })
  const answering = useVideoAnswer(item, onProgress)
  const questions = item.questions ?? []
  const { asked, missed } = stops
  const isAsking = asked?.answer === null
  // Prevents page turns and reloads while a question is open.
  useEffect(() => (isAsking ? registerBusy(t('busy')) : undefined), [isAsking, t])
  const thenFocusPlayer = (action: () => void) => {
    action()
    container.current?.focus({ preventScroll: true })
  }
  const answeredCount = questions.filter(({ answer }) => answer !== null).length
  const askedQuestion = (question: ShownVideoQuestion) => (
    <AskedQuestion
      key={question.id}
      asked={question}
      label={t('label', {
        number: questions.indexOf(question) + 1,
        total: questions.length,
        time: formatTimestamp(question.second),
      })}
      online={online}
      answering={answering}
      replayFrom={formatTimestamp(intervalStart(item, question.second))}
      onReplay={() => thenFocusPlayer(() => stops.watchFrom(intervalStart(item, question.second)))}
      onContinue={() => thenFocusPlayer(stops.goOn)}
    />
  )
  return (
    <div className="flex flex-col gap-4" data-own-keys="">
      {asked && slot && createPortal(askedQuestion(asked), slot)}
      {missed && !asked && (
        <Alert kind="info" title={t('missed', { time: formatTimestamp(missed.second) })}>
          {t('missedHint')}
        </Alert>
      )}
      <section aria-label={t('title')}>
        <p className="mb-1 text-sm text-ink-muted">
          {t('count', { done: answeredCount, count: questions.length })}
        </p>
        <ul className="flex flex-wrap gap-2">
          {questions.map((question, index) => (
            <li key={question.id}>
              <QuestionRow
                question={question}
                number={index + 1}
                current={question === asked}
                waiting={!online}
                onShow={() => stops.show(question)}
              />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
