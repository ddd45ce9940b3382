import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegistrationRow } from '#contract/workshops/registrations.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { sendMail } from '../api/workshops.queries.ts'
import type { Outcome } from '../model/outcome.ts'

const SUBJECT_MAX = 150
const TEXT_MAX = 5000

interface Props {
  isOpen: boolean
  rows: readonly RegistrationRow[]
  onClose: () => void
  onSent: (outcome: Outcome) => void
}

/** A mail to the chosen people. What was written stays when it could not be sent. */
export const MailDialog = ({ isOpen, rows, onClose, onSent }: Props) => {
  const { t } = useTranslation('workshops/admin')
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  // One key for one mail: pressing again after a lost answer sends nothing twice.
  const [key] = useState(() => crypto.randomUUID())
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      sendMail({
        ids: rows.map(({ id }) => id),
        subject: subject.trim(),
        text: text.trim(),
        idempotency_key: key,
      }),
    onSuccess: ({ results }) => onSent({ rows, results }),
  })
  const isEmpty = subject.trim() === '' || text.trim() === ''
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={t('mail.title', { count: rows.length })}
      description={t('mail.text')}
      closeLabel={t('close')}
      actions={
        <>
          <Button pending={isPending} disabled={isEmpty} onClick={() => mutate()}>
            {t('mail.submit')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error && <Alert kind="error">{errorText(error, t('mail.failed'))}</Alert>}
        <Field label={t('mail.subject')} required>
          {(control) => (
            <TextInput
              {...control}
              maxLength={SUBJECT_MAX}
              value={subject}
              onChange={(event) => setSubject(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('mail.body')} required>
          {(control) => (
            <TextArea
              {...control}
              rows={7}
              maxLength={TEXT_MAX}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
