import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EXTRA_MINUTES_MAX, REASON_MAX } from '#contract/assessments/shapes.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useBusyWhile } from '../hooks/use-busy-while.ts'

export interface ReasonInput {
  /** Null if the dialog does not ask for minutes. */
  minutes: number | null
  reason: string
  /** An idempotency key: a repeated submit keeps it, a changed form gets a new one. */
  key: string
}

type Props = {
  title: string
  text: ReactNode
  submitLabel: string
  /** Also asks for minutes, at least `min`. 0 removes extra time. */
  minutes?: { label: string; min: 0 | 1; initial: number | null }
  initialReason?: string
  pending: boolean
  error: unknown
  onSubmit: (input: ReasonInput) => void
  onClose: () => void
}

/** A change to somebody's attempt with a reason that learners and colleagues can read later. */
export const ReasonDialog = (props: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const { minutes } = props
  const [typedMinutes, setTypedMinutes] = useState(() => (minutes?.initial ? String(minutes.initial) : ''))
  const [reason, setReason] = useState(props.initialReason ?? '')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [isSubmitted, setSubmitted] = useState(false)
  const minutesInput = useRef<HTMLInputElement>(null)
  const reasonInput = useRef<HTMLTextAreaElement>(null)
  useBusyWhile(reason.trim() !== (props.initialReason ?? ''))
  const minutesValue = Number(typedMinutes)
  const hasWrongMinutes =
    minutes !== undefined &&
    (typedMinutes.trim() === '' ||
      !Number.isInteger(minutesValue) ||
      minutesValue < minutes.min ||
      minutesValue > EXTRA_MINUTES_MAX)
  const isReasonMissing = reason.trim() === ''
  const changeField = (set: () => void) => {
    set()
    setKey(crypto.randomUUID())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (props.pending) return
    if (hasWrongMinutes) return minutesInput.current?.focus()
    if (isReasonMissing) return reasonInput.current?.focus()
    props.onSubmit({ minutes: minutes ? minutesValue : null, reason: reason.trim(), key })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
      title={props.title}
      description={props.text}
      closeLabel={t('close')}
      initialFocus={minutes ? minutesInput : reasonInput}
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
        {minutes && (
          <Field
            label={minutes.label}
            required
            error={
              isSubmitted && hasWrongMinutes
                ? t('reason.minutesWrong', { least: minutes.min, most: EXTRA_MINUTES_MAX })
                : null
            }
          >
            {(control) => (
              <TextInput
                {...control}
                ref={minutesInput}
                type="number"
                inputMode="numeric"
                dir="ltr"
                min={minutes.min}
                max={EXTRA_MINUTES_MAX}
                className="max-w-32"
                value={typedMinutes}
                onChange={(event) => changeField(() => setTypedMinutes(event.target.value))}
              />
            )}
          </Field>
        )}
        <Field
          label={t('reason.label')}
          required
          hint={t('reason.hint')}
          error={isSubmitted && isReasonMissing ? t('reason.missing') : null}
        >
          {(control) => (
            <TextArea
              {...control}
              ref={reasonInput}
              rows={3}
              maxLength={REASON_MAX}
              value={reason}
              onChange={(event) => changeField(() => setReason(event.target.value))}
            />
          )}
        </Field>
        {Boolean(props.error) && <Alert kind="error" title={errorText(props.error, t('notSaved'))} />}
        <Button type="submit" pending={props.pending}>
          {props.submitLabel}
        </Button>
      </form>
    </Dialog>
  )
}
