import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'
import type { AttemptView } from '../../attempt/types.ts'

/**
 * The attempt is being submitted. Offline, the page explains calmly that the answers wait on this device.
 */
export const Ending = ({ view }: { view: AttemptView }) => {
  const { t } = useTranslation('assessments')
  const isTimeUp = view.ending === 'time'
  const textKey = view.reached ? 'sending' : isTimeUp ? 'offlineTime' : 'offlineAsked'
  return (
    <EmptyState
      as="h2"
      role="status"
      illustration={view.reached ? 'empty' : 'offline'}
      title={t(isTimeUp ? 'ending.timeTitle' : 'ending.askedTitle')}
      text={
        <>
          {t(`ending.${textKey}`)}
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
