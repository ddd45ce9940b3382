import ArrowRight from 'lucide-react/icons/arrow-right'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PRACTICE_DAYS, type PracticeQuestion, type PracticeResult } from '#contract/courses/practice.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { paths } from '#src/core/paths.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { MarkedCard } from '../quiz/MarkedCard.tsx'
import { QuestionCard } from '../quiz/QuestionCard.tsx'
import { usePracticeRound, type RoundSummary } from './use-practice-round.ts'

type Props = { due: readonly PracticeQuestion[]; onDone: (summary: RoundSummary) => void }

/** The questions that are due, one at a time: answer, see why, go on. */
export const PracticeRound = ({ due, onDone }: Props) => {
  const { t } = useTranslation('courses/learning/practice')
  const round = usePracticeRound(due, onDone)
  const area = useRef<HTMLDivElement>(null)
  const { current, index, total, result } = round
  const step = `${index}:${result === null ? 'ask' : 'told'}`
  const firstStep = useRef(step)
  useEffect(() => {
    // Not on the first render, when the focus is on the page's heading.
    if (firstStep.current !== step) area.current?.focus()
  }, [step])
  if (!current) return null
  const label = t('question', { index: index + 1, total })
  return (
    <div className="flex max-w-reading flex-col gap-5">
      <Progress
        value={(100 * (index + (result ? 1 : 0))) / total}
        label={t('progress')}
        valueText={label}
        size="sm"
      />
      <div ref={area} tabIndex={-1} className="outline-none">
        {result === null ? (
          <QuestionCard
            key={current.question.id}
            question={current.question}
            label={label}
            answer={round.answer}
            disabled={round.isSending}
            lang={current.language}
            onAnswer={round.give}
          />
        ) : (
          <MarkedCard question={current.question} label={label} answer={round.answer} mark={result.marked} />
        )}
      </div>
      {result && <ComesBack result={result} />}
      {round.error !== null && (
        <Alert kind="error" title={errorText(round.error, t('failed'))}>
          {t('failedHint')}
        </Alert>
      )}
      {result === null ? (
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button
            size="lg"
            disabled={!round.canCheck}
            pending={round.isSending}
            onClick={() => void round.check()}
          >
            {t('check')}
          </Button>
          <Button size="lg" variant="ghost" onClick={round.next}>
            {t('skip')}
          </Button>
        </div>
      ) : (
        <Button
          size="lg"
          className="sm:self-start"
          icon={<ArrowRight aria-hidden="true" size={20} className="shrink-0 rtl:-scale-x-100" />}
          onClick={round.next}
        >
          {t(index + 1 < total ? 'next' : 'finish')}
        </Button>
      )}
      <p className="text-sm text-ink-muted">
        {t('from')}{' '}
        <Link
          to={`${paths.topic(current.course_id, current.topic_id)}?item=${current.item_id}`}
          className="text-primary-text hover:underline"
        >
          <bdi>{current.item_title}</bdi>
        </Link>
        , <bdi>{current.course_title}</bdi>
      </p>
    </div>
  )
}

const ComesBack = ({ result }: { result: PracticeResult }) => {
  const { t } = useTranslation('courses/learning/practice')
  return (
    <p role="status" className="font-medium text-ink">
      {result.due_on === null
        ? t('learnedNow')
        : t('comesBack', { count: PRACTICE_DAYS[Math.max(0, result.streak - 1)] ?? 1 })}
    </p>
  )
}
