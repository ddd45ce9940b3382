import { useEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { clock } from '../../../model/lesson.ts'
import { AskedQuestion } from './AskedQuestion.tsx'
import type { OwnWay } from './video-actions.ts'
import { QuestionRow } from './QuestionRow.tsx'
import { intervalStart } from './stops.ts'
import { useVideoAnswer } from './use-video-answer.ts'
import { useStops } from './use-stops.ts'

type Props = {
  item: VideoItem
  video: RefObject<HTMLVideoElement | null>
  /** The player, which has the keys once the film goes on. */
  room: RefObject<HTMLElement | null>
  ownWay: OwnWay
  onProgress: (result: ProgressResult) => void
}

/** The questions inside a film: the one that is asked, and all of them with how they stand. */
export const VideoQuestions = ({ item, video, room, ownWay, onProgress }: Props) => {
  const { t } = useTranslation('courses/learning/video-questions')
  const online = useOnline()
  const stops = useStops({ video, item, ownWay })
  const answering = useVideoAnswer(item, onProgress)
  const questions = item.questions ?? []
  const { asked, missed } = stops
  const isAsking = asked?.answer === null
  // Nothing turns the page or reloads it while somebody thinks.
  useEffect(() => (isAsking ? registerBusy(t('busy')) : undefined), [isAsking, t])
  const back = (action: () => void) => {
    action()
    room.current?.focus({ preventScroll: true })
  }
  const done = questions.filter(({ answer }) => answer !== null).length
  return (
    <div className="flex flex-col gap-4" data-own-keys="">
      {asked && (
        <AskedQuestion
          key={asked.id}
          asked={asked}
          label={t('label', {
            number: questions.indexOf(asked) + 1,
            total: questions.length,
            time: clock(asked.second),
          })}
          online={online}
          answering={answering}
          again={clock(intervalStart(item, asked.second))}
          onAgain={() => back(() => stops.watchFrom(intervalStart(item, asked.second)))}
          onGoOn={() => back(stops.goOn)}
        />
      )}
      {missed && !asked && (
        <Alert kind="info" title={t('missed', { time: clock(missed.second) })}>
          {t('missedHint')}
        </Alert>
      )}
      <section aria-label={t('title')}>
        <p className="mb-1 text-sm text-ink-muted">{t('count', { done, count: questions.length })}</p>
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
