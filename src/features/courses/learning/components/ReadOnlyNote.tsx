import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { usePlayerContext } from '../context/player-context.ts'

/** Who is not enrolled is told before the first step that nothing is kept, and where that changes. */
export const ReadOnlyNote = ({ courseId }: { courseId: number }) => {
  const { t } = useTranslation('courses/learning')
  const desk = usePlayerContext()
  return (
    <Alert
      kind="info"
      title={t('looking.title')}
      className="mb-6"
      action={
        <Link to={desk.coursePath(courseId)} className={buttonClass({ size: 'sm', variant: 'secondary' })}>
          {t('page.toCourse')}
        </Link>
      }
    >
      {t('looking.text')}
    </Alert>
  )
}
