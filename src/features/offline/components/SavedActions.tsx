import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { saver } from '../api/live-saver.ts'
import type { SavedCourse } from '../model/saved-course.ts'

/** Pause, resume, update or remove a saved course. */
export const SavedActions = ({
  course,
  isOutdated = false,
}: {
  course: SavedCourse
  isOutdated?: boolean
}) => {
  const { t } = useTranslation('offline')
  const online = useOnline()
  const [isAsking, setIsAsking] = useState(false)
  const { courseId, state } = course
  const canResume = state === 'paused' || state === 'failed'
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'saving' && (
        <Button variant="secondary" onClick={() => saver().pause(courseId)}>
          {t('action.pause')}
        </Button>
      )}
      {canResume && (
        <Button variant="secondary" disabled={!online} onClick={() => void saver().start(courseId)}>
          {t(state === 'paused' ? 'action.resume' : 'action.again')}
        </Button>
      )}
      {state === 'saved' && isOutdated && online && (
        <Button variant="secondary" onClick={() => void saver().start(courseId)}>
          {t('action.update')}
        </Button>
      )}
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        {t('action.remove')}
      </Button>
      {isAsking && (
        <Dialog
          open
          title={t('remove.title')}
          description={t('remove.text', { title: course.title })}
          closeLabel={t('remove.keep')}
          actions={
            <>
              <Button variant="danger" onClick={() => void saver().remove(courseId)}>
                {t('action.remove')}
              </Button>
              <Button variant="secondary" onClick={() => setIsAsking(false)}>
                {t('remove.keep')}
              </Button>
            </>
          }
          onOpenChange={setIsAsking}
        />
      )}
    </div>
  )
}
