import { useEffect, useRef } from 'react'
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
  useEffect(() => {
    const focusQuestion = () => {
      container.current?.focus({ preventScroll: true })
      container.current?.scrollIntoView({ block: 'nearest' })
    }
    focusQuestion()
    if (!document.fullscreenElement) return
    // Leaving full screen takes a moment and restores the previous focus, so focus again afterwards.
    document.addEventListener('fullscreenchange', focusQuestion, { once: true })
    return () => document.removeEventListener('fullscreenchange', focusQuestion)
  }, [isMarked])
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
      className="scroll-my-24 rounded-xl"
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
      {!isMarked && !online && (
        <Alert kind="warning" className="mt-3" title={t('offline')}>
          {t('offlineHint')}
        </Alert>
      )}
      {!isMarked && answering.error !== null && (
        <Alert kind="error" className="mt-3" title={answering.error}>
          {t('failedHint')}
        </Alert>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {isMarked ? (
          <Button onClick={onContinue}>{t('goOn')}</Button>
        ) : (
          <Button
            pending={answering.sending}
            disabled={isUnanswered(chosen) || !online}
            onClick={() => answering.send(asked.id)}
          >
            {t('send')}
          </Button>
        )}
        {replayButton}
        {!isMarked && (!asked.required || !online || answering.error !== null) && (
          <Button variant="ghost" onClick={onContinue}>
            {t('skip')}
          </Button>
        )}
      </div>
      {!isMarked && asked.required && online && answering.error === null && (
        <p className="mt-2 text-sm text-ink-muted">{t('requiredHint')}</p>
      )}
    </div>
  )
}
