import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { languageInfo, type Language } from '#contract/languages.ts'
import { isApiError, type ApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { offeredLanguages } from '#src/core/i18n/language.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { invite, studentKeys } from '../api/students.queries.ts'
import { studentLink } from '../model/filters.ts'
import { CourseField } from './CourseField.tsx'
import { LinkInvite } from './links/LinkInvite.tsx'

const FORM = 'invite-person'

interface Draft {
  name: string
  email: string
  language: Language
  course: number | null
}

type Way = 'mail' | 'link'

/** Invites one person by mail, or anybody by a link. What was typed stays when it could not be done. */
export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  const [way, setWay] = useState<Way>('mail')
  const [draft, setDraft] = useState<Draft>({ name: '', email: '', language, course: null })
  const send = useInvite(onClose)
  const { course, ...person } = draft
  const isMail = way === 'mail'
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('invite.title')}
      description={t(isMail ? 'invite.text' : 'links.text')}
      closeLabel={t('close')}
      actions={
        <>
          {isMail && (
            <Button
              type="submit"
              form={FORM}
              pending={send.isPending}
              disabled={person.name.trim() === '' || person.email.trim() === ''}
            >
              {t('invite.submit')}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {t(isMail ? 'cancel' : 'close')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented<Way>
          legend={<span className="sr-only">{t('links.by')}</span>}
          value={way}
          options={[
            { value: 'mail', label: t('links.byMail') },
            { value: 'link', label: t('links.byLink') },
          ]}
          onChange={setWay}
        />
        {isMail ? (
          <MailInvite
            draft={draft}
            error={send.error}
            onChange={(change) => setDraft({ ...draft, ...change })}
            onSubmit={() =>
              send.mutate({
                ...person,
                name: person.name.trim(),
                email: person.email.trim(),
                course_id: course,
              })
            }
          />
        ) : (
          <LinkInvite />
        )}
      </div>
    </Dialog>
  )
}

interface MailProps {
  draft: Draft
  error: Error | null
  onChange: (change: Partial<Draft>) => void
  onSubmit: () => void
}

/** Makes an account for somebody and mails them. */
const MailInvite = ({ draft, error, onChange, onSubmit }: MailProps) => {
  const { t } = useTranslation('students')
  const fields = isApiError(error) ? error.fields : undefined
  return (
    <form
      id={FORM}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {error && !fields && <Alert kind="error">{errorText(error, t('invite.failed'))}</Alert>}
      <InviteFields draft={draft} fields={fields} onChange={onChange} />
    </form>
  )
}

interface FieldsProps {
  draft: Draft
  fields: ApiError['fields']
  onChange: (change: Partial<Draft>) => void
}

const InviteFields = ({ draft, fields, onChange }: FieldsProps) => {
  const { t } = useTranslation('students')
  const isTaken = fields?.['email']?.some(({ code }) => code === 'taken')
  return (
    <>
      <Field label={t('invite.name')} required>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={150}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('invite.email')}
        required
        error={fields?.['email'] && t(isTaken ? 'invite.taken' : 'invite.badEmail')}
      >
        {(control) => (
          <TextInput
            {...control}
            type="email"
            dir="ltr"
            autoComplete="off"
            maxLength={254}
            value={draft.email}
            onChange={(event) => onChange({ email: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('invite.language')}>
        {(control) => (
          <Select
            {...control}
            value={draft.language}
            options={offeredLanguages().map((code) => ({ value: code, label: languageInfo(code).name }))}
            onChange={(next) => onChange({ language: next })}
          />
        )}
      </Field>
      <CourseField
        label={t('invite.course')}
        none={t('invite.noCourse')}
        value={draft.course}
        error={fields?.['course_id'] && t('invite.courseClosed')}
        onChange={(next) => onChange({ course: next })}
      />
    </>
  )
}

const useInvite = (onDone: () => void) => {
  const { t } = useTranslation('students')
  const notify = useNotify()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: invite,
    onSuccess: ({ id, name }) => {
      notify({ kind: 'success', title: t('invite.done', { name }) })
      void queries.invalidateQueries({ queryKey: studentKeys.all })
      onDone()
      void navigate(studentLink(id))
    },
  })
}
