import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownVideoQuestion } from '#contract/courses/video-questions.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { isUnanswered } from '../../../model/quiz-draft.ts'
import { MarkedCard } from '../../quiz/MarkedCard.tsx'
import { QuestionCard } from '../../quiz/QuestionCard.tsx'
import type { VideoAnswering } from './use-video-answer.ts'

type Props = {
  asked: ShownVideoQuestion
  label: string
  online: boolean
  answering: VideoAnswering
  /** The formatted time from which the interval is replayed. */
  replayFrom: string
  onReplay: () => void
  onContinue: () => void
}

/** The question that stopped the video; after the answer, its verdict and explanation. It takes the focus. */
export const AskedQuestion = ({
  asked,
  label,
  online,
  answering,
  replayFrom,
  onReplay,
  onContinue,
}: Props) => {
  const { t } = useTranslation('courses/learning/video-questions')
  const container = useRef<HTMLDivElement>(null)
  const { answer } = asked
  const isMarked = answer !== null
  useFocus(container, isMarked)
  const chosen = answering.chosen[asked.id]
  const replayButton = (
    <Button variant="secondary" onClick={onReplay}>
      {t('again', { time: replayFrom })}
    </Button>
  )
  return (
    <div
      ref={container}
      role="group"
      tabIndex={-1}
      aria-label={t(isMarked ? 'marked' : 'stopped')}
      className="asked-question scroll-my-24"
    >
      {answer ? (
        <MarkedCard question={answer.question} label={label} answer={answer.given} mark={answer.mark} />
      ) : (
        <QuestionCard
          question={asked.question}
          label={label}
          answer={chosen}
          disabled={answering.sending}
          lang={asked.language}
          onAnswer={(given) => answering.choose(asked.id, given)}
        />
      )}
      {isMarked ? (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button onClick={onContinue}>{t('goOn')}</Button>
          {replayButton}
        </div>
      ) : (
        <OpenActions
          asked={asked}
          online={online}
          answering={answering}
          replayButton={replayButton}
          onContinue={onContinue}
        />
      )}
    </div>
  )
}

type ActionProps = Pick<Props, 'asked' | 'online' | 'answering' | 'onContinue'> & { replayButton: ReactNode }

/** Sends the answer. Without a connection, or after an error, a required question may be skipped too. */
const OpenActions = ({ asked, online, answering, replayButton, onContinue }: ActionProps) => {
  const { t } = useTranslation('courses/learning/video-questions')
  const canSkip = !asked.required || !online || answering.error !== null
  return (
    <>
      {!online && (
        <Alert kind="warning" className="mt-3" title={t('offline')}>
          {t('offlineHint')}
        </Alert>
      )}
      {answering.error !== null && (
        <Alert kind="error" className="mt-3" title={answering.error}>
          {t('failedHint')}
        </Alert>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button
          pending={answering.sending}
          disabled={isUnanswered(answering.chosen[asked.id]) || !online}
          onClick={() => answering.send(asked.id)}
        >
          {t('send')}
        </Button>
        {replayButton}
        {canSkip && (
          <Button variant="ghost" onClick={onContinue}>
            {t('skip')}
          </Button>
        )}
      </div>
      {!canSkip && <p className="mt-2 text-sm text-ink-muted">{t('requiredHint')}</p>}
    </>
  )
}

/** Focuses the question, and again when it is marked. */
const useFocus = (container: RefObject<HTMLElement | null>, isMarked: boolean) => {
  useEffect(() => {
    container.current?.focus({ preventScroll: true })
    container.current?.scrollIntoView({ block: 'nearest' })
  }, [container, isMarked])
}
