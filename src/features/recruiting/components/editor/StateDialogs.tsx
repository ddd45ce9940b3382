import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { DateTimeInput } from '#src/shared/ui/forms/DateTimeInput.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { laterDay } from '../../model/job-form.ts'

type Props = { open: boolean; isPending: boolean; onClose: () => void }

const EXTENDED_DAYS = 14
const DAY_MS = 86_400_000
/** The next morning. */
const tomorrow = () => {
  const next = new Date(Date.now() + DAY_MS)
  next.setHours(9, 0, 0, 0)
  return next.toISOString()
}

export const ScheduleDialog = ({
  start,
  open,
  isPending,
  onClose,
  onSend,
}: Props & { start: string | null; onSend: (opensAt: string) => void }) => {
  const { t } = useTranslation('recruiting/editor')
  const [opensAt, setOpensAt] = useState<string>(() => start ?? tomorrow())
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('schedule.title')}
      description={t('schedule.text')}
      closeLabel={t('close')}
      actions={
        <>
          <Button pending={isPending} onClick={() => onSend(opensAt)}>
            {t('schedule.confirm')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <Field label={t('schedule.when')}>
        {(control) => <DateTimeInput {...control} optional={false} value={opensAt} onChange={setOpensAt} />}
      </Field>
    </Dialog>
  )
}

export const DeadlineDialog = ({
  start,
  today,
  open,
  isPending,
  onClose,
  onSend,
}: Props & { start: string; today: string; onSend: (deadline: string) => void }) => {
  const { t } = useTranslation('recruiting/editor')
  const [day, setDay] = useState(() => laterDay(start < today ? today : start, EXTENDED_DAYS))
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('extend.title')}
      description={t('extend.text')}
      closeLabel={t('close')}
      actions={
        <>
          <Button pending={isPending} disabled={day < today} onClick={() => onSend(day)}>
            {t('extend.confirm')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <Field label={t('extend.day')}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="date"
            min={today}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
