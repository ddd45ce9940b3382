import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DueRefund } from '#contract/money/payments.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatAmountInput, parseAmount } from '#src/shared/lib/amount-input.ts'
import { formatMoney } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useSettleRefund } from '../api/money.queries.ts'
import { RefundAmountField } from './RefundAmountField.tsx'

type Refundable = Pick<
  DueRefund,
  'purchase_id' | 'order_id' | 'person' | 'course' | 'programme' | 'amount_minor' | 'currency'
> &
  Partial<Pick<DueRefund, 'asked_at'>>
type Props = {
  refund: Refundable
  /** Nobody asked, or no more could: the admin says why. */
  isException?: boolean
  onClose: () => void
}
const NOTE_MAX = 1000

/** An admin refunds a payment in full or part, or declines. */
export const RefundDialog = ({ refund, isException = false, onClose }: Props) => {
  const { t } = useTranslation('money')
  const form = useDecision(refund, isException, onClose)
  const language = useLanguage()
  const { currency, amount_minor: paid, course, programme } = refund
  const format = (value: number) => formatMoney(value, currency, language)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('refunds.dialog', { name: refund.person.name })}
      description={
        programme
          ? t('refunds.explainProgramme', { programme: programme.title })
          : t('refunds.explain', { course: course?.title ?? '' })
      }
      closeLabel={t('close')}
      actions={
        <>
          <Button
            pending={form.settle.isPending}
            disabled={form.minor === null}
            onClick={() => form.decide('refunded')}
          >
            {t('refunds.refund', { amount: format(form.minor ?? paid) })}
          </Button>
          {isException ? (
            <Button variant="secondary" onClick={onClose}>
              {t('cancel')}
            </Button>
          ) : (
            <Button
              variant="secondary"
              pending={form.settle.isPending}
              onClick={() => form.decide('declined')}
            >
              {t('refunds.decline')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {form.settle.isError && (
          <Alert kind="error" title={errorText(form.settle.error, t('refunds.notSaved'))} />
        )}
        {isException && <p className="text-sm text-ink">{t('refunds.exception')}</p>}
        <Fields refund={refund} form={form} isException={isException} />
      </div>
    </Dialog>
  )
}

type Form = ReturnType<typeof useDecision>
type FieldsProps = { refund: Refundable; form: Form; isException: boolean }

const Fields = ({ refund: { currency, amount_minor: paid }, form, isException }: FieldsProps) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const whole = formatMoney(paid, currency, language)
  return (
    <>
      <RefundAmountField
        currency={currency}
        largest={whole}
        hint={t('refunds.paid', { amount: whole })}
        value={form.amount}
        isWrong={form.minor === null}
        onChange={form.setAmount}
      />
      <Field
        label={t(isException ? 'refunds.exceptionReason' : 'refunds.note')}
        {...(!isException && { optionalLabel: t('optional') })}
        hint={t('refunds.noteHint')}
        error={form.isReasonMissing ? t('refunds.needsReason') : null}
      >
        {(control) => (
          <TextInput
            {...control}
            maxLength={NOTE_MAX}
            value={form.note}
            onChange={({ target }) => form.setNote(target.value)}
          />
        )}
      </Field>
    </>
  )
}

/** What is typed, and the decision. `minor` is null when the amount cannot be refunded. */
const useDecision = (
  { purchase_id: purchaseId, order_id: orderId, amount_minor: paid, currency, asked_at }: Refundable,
  isException: boolean,
  onClose: () => void,
) => {
  const { t } = useTranslation('money')
  const notify = useNotify()
  const settle = useSettleRefund()
  const [amount, setAmount] = useState(formatAmountInput(paid, currency))
  const [note, setNote] = useState('')
  const [wasPressed, setPressed] = useState(false)
  const parsed = parseAmount(amount, currency)
  // Free access has nothing to refund, and can be ended all the same.
  const isPossible = parsed !== null && parsed <= paid && (parsed > 0 || paid === 0)
  const minor = isPossible ? parsed : null
  const isMissing = isException && note.trim() === ''
  const decide = (decision: 'refunded' | 'declined') => {
    setPressed(true)
    if (isMissing) return
    settle.mutate(
      {
        purchaseId,
        orderId,
        decision,
        note,
        ...(asked_at && { asked_at }),
        ...(decision === 'refunded' && minor !== null && minor > 0 && { amount_minor: minor }),
      },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: t(`refunds.done.${decision}`) })
          onClose()
        },
      },
    )
  }
  return { amount, setAmount, note, setNote, minor, settle, decide, isReasonMissing: wasPressed && isMissing }
}
