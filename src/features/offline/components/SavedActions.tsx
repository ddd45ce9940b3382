import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { saver } from '../api/live-saver.ts'
import type { SavedCourse } from '../model/saved-course.ts'

/** Pause, go on, bring up to date, remove. */
export const SavedActions = ({ course, outdated = false }: { course: SavedCourse; outdated?: boolean }) => {
  const { t } = useTranslation('offline')
  const online = useOnline()
  const [asking, setAsking] = useState(false)
  const { courseId, state } = course
  const goesOn = state === 'paused' || state === 'failed'
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'saving' && (
        <Button variant="secondary" onClick={() => saver().pause(courseId)}>
          {t('action.pause')}
        </Button>
      )}
      {goesOn && (
        <Button variant="secondary" disabled={!online} onClick={() => void saver().start(courseId)}>
          {t(state === 'paused' ? 'action.resume' : 'action.again')}
        </Button>
      )}
      {state === 'saved' && outdated && online && (
        <Button variant="secondary" onClick={() => void saver().start(courseId)}>
          {t('action.update')}
        </Button>
      )}
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {t('action.remove')}
      </Button>
      {asking && (
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
              <Button variant="secondary" onClick={() => setAsking(false)}>
                {t('remove.keep')}
              </Button>
            </>
          }
          onOpenChange={setAsking}
        />
      )}
    </div>
  )
}
