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

export interface Reasoned {
  /** Null where none are asked for. */
  minutes: number | null
  reason: string
  /** One press, one deed: changes with what is typed. */
  key: string
}

type Props = {
  title: string
  text: ReactNode
  submitLabel: string
  /** Asks for minutes too, from this many on; 0 takes extra time back. */
  minutes?: { label: string; least: 0 | 1; given: number | null }
  reasonGiven?: string
  pending: boolean
  error: unknown
  onSubmit: (given: Reasoned) => void
  onClose: () => void
}

/** A deed upon somebody's attempt with its reason; learners and colleagues read it later. */
export const ReasonDialog = (props: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const { minutes } = props
  const [typedMinutes, setTypedMinutes] = useState(() => (minutes?.given ? String(minutes.given) : ''))
  const [reason, setReason] = useState(props.reasonGiven ?? '')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [isSubmitted, setSubmitted] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const words = useRef<HTMLTextAreaElement>(null)
  useBusyWhile(reason.trim() !== (props.reasonGiven ?? ''))
  const value = Number(typedMinutes)
  const wrongMinutes =
    minutes !== undefined &&
    (typedMinutes.trim() === '' ||
      !Number.isInteger(value) ||
      value < minutes.least ||
      value > EXTRA_MINUTES_MAX)
  const noReason = reason.trim() === ''
  const change = (set: () => void) => {
    set()
    setKey(crypto.randomUUID())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (props.pending) return
    if (wrongMinutes) return first.current?.focus()
    if (noReason) return words.current?.focus()
    props.onSubmit({ minutes: minutes ? value : null, reason: reason.trim(), key })
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
      initialFocus={minutes ? first : words}
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
        {minutes && (
          <Field
            label={minutes.label}
            required
            error={
              isSubmitted && wrongMinutes
                ? t('reason.minutesWrong', { least: minutes.least, most: EXTRA_MINUTES_MAX })
                : null
            }
          >
            {(control) => (
              <TextInput
                {...control}
                ref={first}
                type="number"
                inputMode="numeric"
                dir="ltr"
                min={minutes.least}
                max={EXTRA_MINUTES_MAX}
                className="max-w-32"
                value={typedMinutes}
                onChange={(event) => change(() => setTypedMinutes(event.target.value))}
              />
            )}
          </Field>
        )}
        <Field
          label={t('reason.label')}
          required
          hint={t('reason.hint')}
          error={isSubmitted && noReason ? t('reason.missing') : null}
        >
          {(control) => (
            <TextArea
              {...control}
              ref={words}
              rows={3}
              maxLength={REASON_MAX}
              value={reason}
              onChange={(event) => change(() => setReason(event.target.value))}
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
