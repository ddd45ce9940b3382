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
  const form = useReasonForm(props)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
      title={props.title}
      description={props.text}
      closeLabel={t('close')}
      initialFocus={props.minutes ? form.minutesInput : form.reasonInput}
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
        {props.minutes && <MinutesField minutes={props.minutes} form={form} />}
        <Field
          label={t('reason.label')}
          required
          hint={t('reason.hint')}
          error={form.isSubmitted && form.isReasonMissing ? t('reason.missing') : null}
        >
          {(control) => (
            <TextArea
              {...control}
              ref={form.reasonInput}
              rows={3}
              maxLength={REASON_MAX}
              value={form.reason}
              onChange={(event) => form.changeReason(event.target.value)}
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

type ReasonForm = ReturnType<typeof useReasonForm>

const useReasonForm = ({ minutes, initialReason = '', pending, onSubmit }: Props) => {
  const [typedMinutes, setTypedMinutes] = useState(() => (minutes?.initial ? String(minutes.initial) : ''))
  const [reason, setReason] = useState(initialReason)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [isSubmitted, setSubmitted] = useState(false)
  const minutesInput = useRef<HTMLInputElement>(null)
  const reasonInput = useRef<HTMLTextAreaElement>(null)
  useBusyWhile(reason.trim() !== initialReason.trim())
  const areMinutesWrong = minutes !== undefined && !isMinutes(typedMinutes, minutes.min)
  const isReasonMissing = reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (pending) return
    if (areMinutesWrong) return minutesInput.current?.focus()
    if (isReasonMissing) return reasonInput.current?.focus()
    onSubmit({ minutes: minutes ? Number(typedMinutes) : null, reason: reason.trim(), key })
  }
  return {
    typedMinutes,
    reason,
    isSubmitted,
    areMinutesWrong,
    isReasonMissing,
    minutesInput,
    reasonInput,
    submit,
    changeMinutes: (text: string) => {
      setTypedMinutes(text)
      setKey(crypto.randomUUID())
    },
    changeReason: (text: string) => {
      setReason(text)
      setKey(crypto.randomUUID())
    },
  }
}

const isMinutes = (text: string, min: number): boolean => {
  const value = Number(text)
  return text.trim() !== '' && Number.isInteger(value) && value >= min && value <= EXTRA_MINUTES_MAX
}

type MinutesFieldProps = { minutes: NonNullable<Props['minutes']>; form: ReasonForm }

const MinutesField = ({ minutes, form }: MinutesFieldProps) => {
  const { t } = useTranslation('assessments/admin/results')
  return (
    <Field
      label={minutes.label}
      required
      error={
        form.isSubmitted && form.areMinutesWrong
          ? t('reason.minutesWrong', { least: minutes.min, most: EXTRA_MINUTES_MAX })
          : null
      }
    >
      {(control) => (
        <TextInput
          {...control}
          ref={form.minutesInput}
          type="number"
          inputMode="numeric"
          dir="ltr"
          min={minutes.min}
          max={EXTRA_MINUTES_MAX}
          className="max-w-32"
          value={form.typedMinutes}
          onChange={(event) => form.changeMinutes(event.target.value)}
        />
      )}
    </Field>
  )
}
