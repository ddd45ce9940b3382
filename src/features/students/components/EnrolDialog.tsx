import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { CourseField } from './CourseField.tsx'

interface Props {
  count: number
  isPending: boolean
  onClose: () => void
  onEnrol: (courseId: number) => void
}

/** In which course the chosen people are enrolled. */
export const EnrolDialog = ({ count, isPending, onClose, onEnrol }: Props) => {
  const { t } = useTranslation('students')
  const [course, setCourse] = useState<number | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('enrol.title', { count })}
      description={t('enrol.text')}
      closeLabel={t('close')}
      actions={
        <>
          <Button
            pending={isPending}
            disabled={course === null}
            onClick={() => course !== null && onEnrol(course)}
          >
            {t('enrol.submit')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <CourseField label={t('enrol.course')} none={t('enrol.choose')} value={course} onChange={setCourse} />
    </Dialog>
  )
}
