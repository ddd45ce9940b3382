import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v4 as newKey } from 'uuid'
import { STAFF_TEXT_MAX_CHARS } from '#contract/job-applications/pipeline.ts'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { recruitingKeys, writeMessage, writeNote } from '../api/recruiting.queries.ts'

const KINDS = ['note', 'message'] as const
type Kind = (typeof KINDS)[number]
const empty = () => ({ text: '', key: newKey() })

/** A note for colleagues or a message to the learner; what is written outlives a crash. */
export const NoteForm = ({ applicationId }: { applicationId: number }) => {
  const { t } = useTranslation('recruiting')
  const cache = useQueryClient()
  const [kind, setKind] = useState<Kind>('note')
  const [start] = useState(empty)
  const draft = useDraftForm(`job-note-${applicationId}`, start)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const body = { idempotency_key: draft.form.key, text: draft.form.text.trim() }
      return kind === 'note' ? writeNote(applicationId, body) : writeMessage(applicationId, body)
    },
    onSuccess: (application) => {
      draft.settle(empty())
      cache.setQueryData(recruitingKeys.application(applicationId), application)
    },
  })
  return (
    <form
      className="flex flex-col gap-3 rounded-xl border border-line p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (draft.form.text.trim() !== '' && !isPending) mutate()
      }}
    >
      <Segmented
        legend={t('note.kind')}
        value={kind}
        options={KINDS.map((value) => ({ value, label: t(`note.kinds.${value}`) }))}
        onChange={setKind}
      />
      <Field label={t(`note.label_${kind}`)} hint={t(`note.hint_${kind}`)}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={STAFF_TEXT_MAX_CHARS}
            value={draft.form.text}
            onChange={(event) => draft.change({ text: event.target.value })}
          />
        )}
      </Field>
      {error && <Alert kind="error" title={errorText(error, t('note.failed'))} />}
      <Button
        type="submit"
        size="sm"
        variant="secondary"
        className="self-start"
        pending={isPending}
        aria-disabled={draft.form.text.trim() === '' || undefined}
      >
        {t(`note.send_${kind}`)}
      </Button>
    </form>
  )
}
