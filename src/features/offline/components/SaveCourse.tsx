import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { canSaveFiles } from '#src/core/storage/saved-files.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { saver } from '../api/live-saver.ts'
import { usePlan, useSavedCourses } from '../api/use-saved.ts'
import { formatBytes } from '../model/bytes.ts'
import { SavedActions } from './SavedActions.tsx'
import { SavedState } from './SavedState.tsx'

/** "Save for offline" of a course: the size before, progress during, removal after. */
export const SaveCourse = ({ courseId }: { courseId: number }) => {
  const { t } = useTranslation('offline')
  const course = useSavedCourses().find((saved) => saved.courseId === courseId)
  const plan = usePlan(courseId)
  if (!canSaveFiles()) return <p className="text-sm text-ink-muted">{t('save.unsupported')}</p>
  return (
    <section aria-label={t('save.title')} className="flex flex-col gap-3">
      {course ? (
        <>
          <SavedState course={course} />
          <SavedActions
            course={course}
            isOutdated={plan.data !== undefined && plan.data.revision !== course.revision}
          />
        </>
      ) : (
        <SaveOffer courseId={courseId} bytes={plan.data?.bytes} onlineOnly={plan.data?.onlineOnly ?? 0} />
      )}
      <Link to={paths.offline} className="self-start text-sm text-primary-text hover:underline">
        {t('save.all')}
      </Link>
    </section>
  )
}

interface OfferProps {
  courseId: number
  bytes: number | undefined
  /** The number of lessons that need a connection, shown before saving. */
  onlineOnly: number
}

const SaveOffer = ({ courseId, bytes, onlineOnly }: OfferProps) => {
  const { t } = useTranslation('offline')
  const language = useLanguage()
  const online = useOnline()
  const [failed, setFailed] = useState(false)
  const [pending, setPending] = useState(false)
  const start = async () => {
    setFailed(false)
    setPending(true)
    // Once the course is in the list, its state shows errors; before that only this button can.
    await saver()
      .start(courseId)
      .catch(() => setFailed(true))
    setPending(false)
  }
  return (
    <>
      <Button
        variant="secondary"
        block
        disabled={!online}
        pending={pending}
        icon={<Download aria-hidden="true" size={18} />}
        onClick={() => void start()}
      >
        {bytes === undefined
          ? t('save.button')
          : t('save.buttonSize', { size: formatBytes(bytes, language) })}
      </Button>
      {onlineOnly > 0 && (
        <p className="text-sm text-ink-muted">{t('saved.streams', { count: onlineOnly })}</p>
      )}
      {failed && (
        <Alert kind="error" title={t('problem.other')}>
          {t('problem.otherHint')}
        </Alert>
      )}
    </>
  )
}
