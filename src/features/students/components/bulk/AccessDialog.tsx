import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { CourseField } from '../CourseField.tsx'

interface Props {
  count: number
  isPending: boolean
  onClose: () => void
  onChoose: (access: { course_id: number; until: string | null }) => void
}

/** Until when the chosen people can work in a course; without a day there is no end. */
export const AccessDialog = ({ count, isPending, onClose, onChoose }: Props) => {
  const { t } = useTranslation('students')
  const [course, setCourse] = useState<number | null>(null)
  const [until, setUntil] = useState('')
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('access.title', { count })}
      description={t('access.text')}
      closeLabel={t('close')}
      actions={
        <>
          <Button
            pending={isPending}
            disabled={course === null}
            onClick={() =>
              course !== null && onChoose({ course_id: course, until: until === '' ? null : until })
            }
          >
            {t('access.submit')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <CourseField label={t('enrol.course')} none={t('enrol.choose')} value={course} onChange={setCourse} />
        <Field label={t('access.until')} hint={t('access.hint')}>
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              type="date"
              value={until}
              onChange={({ target }) => setUntil(target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
