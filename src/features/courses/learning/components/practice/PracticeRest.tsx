import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Practice } from '#contract/courses/practice.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { localeOf } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import type { RoundSummary } from './use-practice-round.ts'

type Props = { practice: Practice; summary: RoundSummary | null; onMore: () => void }

/** What the page says when no question is on the screen: done for now, done for today, or none at all. */
export const PracticeRest = ({ practice, summary, onMore }: Props) => {
  const { t } = useTranslation('courses/learning/practice')
  const language = useLanguage()
  const { due, later, learned, next_on } = practice
  const day =
    next_on &&
    new Intl.DateTimeFormat(localeOf(language), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    }).format(new Date(next_on))
  const isEmpty = summary === null && later === 0 && learned === 0 && due === 0
  return (
    <EmptyState
      role="status"
      title={summary ? t('roundDone') : t(isEmpty ? 'empty' : 'nothingDue')}
      text={
        <>
          {summary && summary.answered > 0 && (
            <>{t('roundScore', { right: summary.right, count: summary.answered })} </>
          )}
          {isEmpty ? t('emptyText') : due === 0 && day ? t('nextOn', { day, count: later }) : ''}
        </>
      }
      action={
        due > 0 ? (
          <Button onClick={onMore}>{t('more', { count: due })}</Button>
        ) : (
          <Link
            to={paths.continueLearning}
            className={buttonClass({ variant: isEmpty ? 'primary' : 'secondary' })}
          >
            {t('learn')}
          </Link>
        )
      }
    />
  )
}
