import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RETURN_REASON_MAX, type PaymentNote } from '#contract/money/payment-links.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatAmountInput, parseAmount } from '#src/shared/lib/amount-input.ts'
import { formatMoney } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { ByHandFields, today, type ByHand } from './ByHandFields.tsx'
import { useReturnPayment } from './links.queries.ts'

type Props = { linkId: number; note: PaymentNote; currency: string; onClose: () => void }
const FIELDS = ['amount_minor', 'reference', 'returned_on', 'reason'] as const

/** Noted money that goes back. The server says at once whether a second admin is needed. */
export const ReturnDialog = (props: Props) => {
  const { t } = useTranslation('money/links')
  const { form, change, issue, giveBack, submit } = useReturn(props)
  const isNamed = FIELDS.some((field) => issue(field))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={t('returns.title')}
      description={t('returns.explain')}
      closeLabel={t('close')}
      actions={
        <Button pending={giveBack.isPending} onClick={submit}>
          {t('returns.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {giveBack.isError && !isNamed && (
          <Alert kind="error">{errorText(giveBack.error, t('notSaved'))}</Alert>
        )}
        <ByHandFields
          form={form}
          change={change}
          labels={{
            amount: t('notes.amount', { currency: props.currency }),
            place: t('returns.place'),
            day: t('returns.day'),
          }}
          errors={{
            amount: issue('amount_minor'),
            reference: issue('reference'),
            day: issue('returned_on'),
          }}
        />
        <Field label={t('returns.reason')} error={issue('reason')}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={RETURN_REASON_MAX}
              value={form.reason}
              onChange={({ target }) => change({ reason: target.value })}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

type Form = ByHand & { reason: string }

const useReturn = ({ linkId, note, currency, onClose }: Props) => {
  const { t } = useTranslation('money/links')
  const language = useLanguage()
  const giveBack = useReturnPayment(linkId, note.id)
  const [isTried, setTried] = useState(false)
  const [form, setForm] = useState<Form>({
    amount: formatAmountInput(note.left_minor, currency),
    place: note.place,
    reference: '',
    day: today(),
    reason: '',
  })
  const minor = parseAmount(form.amount, currency)
  const max = formatMoney(note.left_minor, currency, language)
  const isPossible = minor !== null && minor > 0 && minor <= note.left_minor
  const texts = {
    amount_minor: t('notes.issues.amount', { max }),
    reference: t('notes.issues.reference'),
    returned_on: t('returns.issues.day'),
    reason: t('returns.issues.reason'),
  }
  const isWrong = {
    amount_minor: !isPossible,
    reference: form.reference.trim() === '',
    returned_on: form.day === '' || form.day < note.received_on,
    reason: form.reason.trim() === '',
  }
  const refused = (field: keyof typeof texts) => {
    if (!isApiError(giveBack.error) || !giveBack.error.fields?.[field]) return null
    return field === 'reference' ? t('notes.issues.taken') : texts[field]
  }
  const issue = (field: keyof typeof texts): string | null => {
    if (!isTried) return null
    return isWrong[field] ? texts[field] : refused(field)
  }
  const change = (changes: Partial<Form>) => {
    if (giveBack.isError) giveBack.reset()
    setForm({ ...form, ...changes })
  }
  const submit = () => {
    setTried(true)
    if (minor === null || Object.values(isWrong).some(Boolean)) return
    giveBack.mutate(
      {
        amount_minor: minor,
        place: form.place,
        reference: form.reference.trim(),
        reason: form.reason.trim(),
        returned_on: form.day,
      },
      { onSuccess: onClose },
    )
  }
  return { form, change, issue, giveBack, submit }
}
