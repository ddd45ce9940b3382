import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { workshopOptionsQuery } from '../api/workshops.queries.ts'

interface Props {
  isOpen: boolean
  count: number
  isPending: boolean
  onClose: () => void
  /** Null: the course of each workshop. */
  onEnrol: (courseId: number | null) => void
}

const OWN = 'own'

/** Into which course the chosen people are enrolled. */
export const EnrolDialog = ({ isOpen, count, isPending, onClose, onEnrol }: Props) => {
  const { t } = useTranslation('workshops/admin')
  const [course, setCourse] = useState(OWN)
  const options = useQuery({ ...workshopOptionsQuery(), enabled: isOpen })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={t('enrol.title', { count })}
      description={t('enrol.text')}
      closeLabel={t('close')}
      actions={
        <>
          <Button pending={isPending} onClick={() => onEnrol(course === OWN ? null : Number(course))}>
            {t('enrol.submit')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <Field label={t('enrol.course')}>
        {(control) => (
          <Select
            {...control}
            value={course}
            options={[
              { value: OWN, label: t('enrol.own') },
              ...(options.data?.courses ?? []).map(({ id, title }) => ({
                value: String(id),
                label: <bdi>{title}</bdi>,
              })),
            ]}
            onChange={setCourse}
          />
        )}
      </Field>
    </Dialog>
  )
}
