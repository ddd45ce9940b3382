import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { CourseField } from '../CourseField.tsx'

interface Props {
  kind: 'enrol' | 'unenrol'
  count: number
  isPending: boolean
  onClose: () => void
  onChoose: (courseId: number) => void
}

/** In which course the chosen people are enrolled, or in which it ends. */
export const CourseDialog = ({ kind, count, isPending, onClose, onChoose }: Props) => {
  const { t } = useTranslation('students')
  const [course, setCourse] = useState<number | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t(`${kind}.title`, { count })}
      description={t(`${kind}.text`)}
      closeLabel={t('close')}
      actions={
        <>
          <Button
            pending={isPending}
            disabled={course === null}
            onClick={() => course !== null && onChoose(course)}
          >
            {t(`${kind}.submit`)}
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
