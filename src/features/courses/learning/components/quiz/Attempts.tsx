import { useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuizItem } from '#contract/courses/topic-page.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { localeOf } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { usePlayerContext } from '../../context/player-context.ts'
import { attemptQuery, attemptsQuery } from '../../api/quiz.queries.ts'
import { QuizResult } from './QuizResult.tsx'

/** Earlier attempts of the quiz, as a list with a review of each. */
export const Attempts = ({ item, count }: { item: QuizItem; count: number }) => {
  const { t } = useTranslation('courses/learning')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        className="mt-2 self-start"
        icon={<History aria-hidden="true" size={18} />}
        onClick={() => setIsOpen(true)}
      >
        {t('quiz.attempts', { count })}
      </Button>
      {isOpen && (
        <Dialog
          open
          title={t('quiz.attemptsTitle')}
          closeLabel={t('page.closeOutline')}
          onOpenChange={setIsOpen}
        >
          <AttemptList item={item} />
        </Dialog>
      )}
    </>
  )
}

const AttemptList = ({ item }: { item: QuizItem }) => {
  const { t } = useTranslation('courses/learning')
  const language = useLanguage()
  const attempts = useQuery(attemptsQuery(item.id, item.attempts, usePlayerContext()))
  const [shownId, setShownId] = useState<number | null>(null)
  if (shownId !== null) return <Review item={item} attemptId={shownId} onBack={() => setShownId(null)} />
  if (attempts.isError) return <LoadError error={attempts.error} onRetry={() => void attempts.refetch()} />
  if (!attempts.data) return <Skeleton className="h-24 w-full" />
  const time = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <ul className="flex flex-col gap-2">
      {attempts.data.results.map((attempt) => (
        <li key={attempt.id}>
          <button
            type="button"
            className="flex min-h-12 w-full flex-wrap items-center justify-between gap-x-4 rounded-lg border border-line px-4 py-2 text-start hover:border-line-strong"
            onClick={() => setShownId(attempt.id)}
          >
            <span className="text-ink">{time.format(new Date(attempt.created_at))}</span>
            <span className={attempt.passed ? 'text-success-text' : 'text-ink-muted'}>
              {t('quiz.result', { percent: attempt.percent })} ·{' '}
              {t(attempt.passed ? 'quiz.passed' : 'quiz.notPassed')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const Review = ({ item, attemptId, onBack }: { item: QuizItem; attemptId: number; onBack: () => void }) => {
  const { t } = useTranslation('courses/learning')
  const review = useQuery(attemptQuery(item.id, attemptId, item.attempts, usePlayerContext()))
  return (
    <div>
      <Button size="sm" variant="secondary" className="mb-4" onClick={onBack}>
        {t('quiz.attemptsBack')}
      </Button>
      {review.isError && <LoadError error={review.error} onRetry={() => void review.refetch()} />}
      {review.isPending && <SkeletonText lines={8} />}
      {review.data && (
        <QuizResult
          grade={review.data.grade}
          questions={review.data.shown}
          answers={review.data.answers}
          passPercent={item.pass_percent}
          reveal={item.reveal}
          bestPercent={null}
          onRetry={null}
        />
      )}
    </div>
  )
}

const LoadError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation('courses/learning')
  return (
    <Alert
      kind="error"
      title={errorText(error, t('quiz.attemptsFailed'))}
      action={
        <Button size="sm" variant="secondary" onClick={onRetry}>
          {t('page.retry')}
        </Button>
      }
    />
  )
}
