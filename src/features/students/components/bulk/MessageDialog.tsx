import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MESSAGE_SUBJECT_MAX, MESSAGE_TEXT_MAX } from '#contract/students/bulk.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

interface Message {
  subject: string
  text: string
}
interface Props {
  title: string
  about: ReactNode
  draft?: Message
  isPending: boolean
  onClose: () => void
  onSend: (message: Message) => void
}

/** A mail to one or many people. What was written stays when it could not be sent. */
export const MessageDialog = ({ title, about, draft, isPending, onClose, onSend }: Props) => {
  const { t } = useTranslation('students')
  const [subject, setSubject] = useState(draft?.subject ?? '')
  const [text, setText] = useState(draft?.text ?? '')
  const message = { subject: subject.trim(), text: text.trim() }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={about}
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
