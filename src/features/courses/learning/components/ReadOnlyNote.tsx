import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { usePlayerContext } from '../context/player-context.ts'

/** Tells a person without enrolment that nothing is saved, with a link to enrol. */
export const ReadOnlyNote = ({ courseId }: { courseId: number }) => {
  const { t } = useTranslation('courses/learning')
  const player = usePlayerContext()
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
