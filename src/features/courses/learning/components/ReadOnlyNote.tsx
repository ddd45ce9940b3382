import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { usePlayerContext } from '../context/player-context.ts'

/** Why nothing is saved, and what changes that: to enrol, or to pay what is overdue. */
export const ReadOnlyNote = ({ courseId }: { courseId: number }) => {
  const { t } = useTranslation('courses/learning')
  const player = usePlayerContext()
  if (player.payAt)
    return (
      <Alert
        kind="warning"
        title={t('overdue.title')}
        className="mb-6"
        action={
          <Link to={player.payAt} className={buttonClass({ size: 'sm' })}>
            {t('overdue.pay')}
          </Link>
        }
      >
        {t('overdue.text')}
      </Alert>
    )
  return (
    <Alert
      kind="info"
      title={t('looking.title')}
      className="mb-6"
      action={
        <Link to={player.coursePath(courseId)} className={buttonClass({ size: 'sm', variant: 'secondary' })}>
          {t('page.toCourse')}
        </Link>
      }
    >
      {t('looking.text')}
    </Alert>
  )
}
