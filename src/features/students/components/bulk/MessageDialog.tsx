import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MESSAGE_SUBJECT_MAX, MESSAGE_TEXT_MAX } from '#contract/students/bulk.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

interface Props {
  count: number
  isPending: boolean
  onClose: () => void
  onSend: (message: { subject: string; text: string }) => void
}

/** A mail to the chosen people. What was written stays when it could not be sent. */
export const MessageDialog = ({ count, isPending, onClose, onSend }: Props) => {
  const { t } = useTranslation('students')
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const message = { subject: subject.trim(), text: text.trim() }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('message.title', { count })}
      description={t('message.about')}
      closeLabel={t('close')}
      actions={
        <>
          <Button
            pending={isPending}
            disabled={message.subject === '' || message.text === ''}
            onClick={() => onSend(message)}
          >
            {t('message.submit')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('message.subject')} required>
          {(control) => (
            <TextInput
              {...control}
              maxLength={MESSAGE_SUBJECT_MAX}
              value={subject}
              onChange={(event) => setSubject(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('message.text')} required>
          {(control) => (
            <TextArea
              {...control}
              rows={7}
              maxLength={MESSAGE_TEXT_MAX}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
