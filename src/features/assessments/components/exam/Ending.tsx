import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'
import type { AttemptView } from '../../attempt/types.ts'

/** The answers are on their way; without a connection they wait here, and that is said in peace. */
export const Ending = ({ view }: { view: AttemptView }) => {
  const { t } = useTranslation('assessments')
  const byTime = view.ending === 'time'
  const texts = view.reached ? 'sending' : byTime ? 'offlineTime' : 'offlineAsked'
  return (
    <EmptyState
      as="h2"
      role="status"
      illustration={view.reached ? 'empty' : 'offline'}
      title={t(byTime ? 'ending.timeTitle' : 'ending.askedTitle')}
      text={
        <>
          {t(`ending.${texts}`)}
          {view.waiting > 0 && <> {t('ending.waiting', { count: view.waiting })}</>}
        </>
      }
      action={
        view.reached ? (
          <Spinner size={24} />
        ) : (
          <Link to={paths.assessments} className={buttonClass({ variant: 'secondary' })}>
            {t('ending.leave')}
          </Link>
        )
      }
    />
  )
}
