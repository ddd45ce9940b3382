import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { formatBytes } from '../model/bytes.ts'
import { percentDone, type SavedCourse } from '../model/saved-course.ts'

/** The download progress of a course, or when it was saved. */
export const SavedState = ({ course }: { course: SavedCourse }) => {
  const { t } = useTranslation('offline')
  const language = useLanguage()
  const size = formatBytes(course.bytes, language)
  if (course.state === 'saved')
    return (
      <div className="flex flex-col gap-1 text-sm">
        <p className="flex items-center gap-2 font-medium text-success-text">
          <CircleCheck aria-hidden="true" size={18} className="shrink-0" />
          {t('saved.here', {
            size,
            date: formatDate(new Date(course.savedAt ?? 0).toISOString(), language),
          })}
        </p>
        <NotSaved course={course} />
      </div>
    )
  const done = t('saved.done', { done: formatBytes(course.doneBytes, language), size })
  return (
    <div className="flex flex-col gap-2">
      <Progress value={percentDone(course)} label={t('saved.progress')} valueText={done} />
      <p className="text-sm text-ink-muted">
        {done} · {t(`saved.state.${course.state}`)}
      </p>
      {course.problem && (
        <Alert kind="error" title={t(`problem.${course.problem}`)}>
          {course.problem === 'room'
            ? t('problem.roomHint', { missing: formatBytes(course.missingBytes, language) })
            : t(`problem.${course.problem}Hint`)}
        </Alert>
      )}
    </div>
  )
}

/** The parts that could not be saved. */
const NotSaved = ({ course }: { course: SavedCourse }) => {
  const { t } = useTranslation('offline')
  return (
    <>
      {course.lockedTopics > 0 && (
        <p className="text-ink-muted">{t('saved.locked', { count: course.lockedTopics })}</p>
      )}
      {course.onlineOnly > 0 && (
        <p className="text-ink-muted">{t('saved.streams', { count: course.onlineOnly })}</p>
      )}
    </>
  )
}
