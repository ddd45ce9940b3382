import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/money/payments.ts'
import { testRefundOutcomes, type TestRefundOutcome } from '#contract/money/refunds.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatAmountInput, parseAmount } from '#src/shared/lib/amount-input.ts'
import { formatMoney } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useRefundCheckout } from '../api/money.queries.ts'
import { RefundAmountField } from './RefundAmountField.tsx'

type Props = { payment: Payment; onClose: () => void }
type Checkout = NonNullable<Payment['checkout']>
const REASON_MAX = 1000

/** An admin sends an online payment back through its provider. */
export const CheckoutRefundDialog = ({ payment, onClose }: Props) => {
  const { checkout } = payment
  return checkout && <Opened payment={payment} checkout={checkout} onClose={onClose} />
}

const Opened = ({ payment, checkout, onClose }: Props & { checkout: Checkout }) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const form = useRefundForm(payment, checkout, onClose)
  const { currency } = payment
  const format = (value: number) => formatMoney(value, currency, language)
  const left = format(checkout.left_minor)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('online.title', { name: payment.person?.name ?? payment.payment_link?.title ?? '' })}
      description={t('online.explain')}
      closeLabel={t('close')}
      actions={
        <>
          <Button pending={form.refund.isPending} disabled={form.minor === null} onClick={form.send}>
            {t('online.send', { amount: format(form.minor ?? checkout.left_minor) })}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {form.refund.isError && (
          <Alert kind="error" title={errorText(form.refund.error, t('online.failed'))} />
        )}
        <RefundAmountField
          currency={currency}
          largest={left}
          hint={t('online.left', { amount: left })}
          value={form.amount}
          isWrong={form.minor === null}
          onChange={form.setAmount}
        />
        {payment.course && (
          <p className="text-sm text-ink-muted">{t('online.closes', { course: payment.course.title })}</p>
        )}
        {!checkout.is_ended && (
          <Checkbox
            label={t('online.ends')}
            hint={t(form.isEnd ? 'online.endsYes' : 'online.endsNo')}
            checked={form.isEnd}
            onChange={({ target }) => form.setEnd(target.checked)}
          />
        )}
        {checkout.needs_reason && <p className="text-sm text-ink">{t('online.reasonNeeded')}</p>}
        <Field
          label={t('online.reason')}
          {...(!checkout.needs_reason && { optionalLabel: t('optional') })}
          hint={t('online.reasonHint')}
          error={form.isReasonMissing ? t('refunds.needsReason') : null}
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={REASON_MAX}
              value={form.reason}
              onChange={({ target }) => form.setReason(target.value)}
            />
          )}
        </Field>
        {checkout.is_test && <TestOutcome outcome={form.outcome} onChange={form.setOutcome} />}
      </div>
    </Dialog>
  )
}

type TestProps = { outcome: TestRefundOutcome; onChange: (outcome: TestRefundOutcome) => void }

const TestOutcome = ({ outcome, onChange }: TestProps) => {
  const { t } = useTranslation('money')
  return (
    <Field label={t('online.test.label')}>
      {(control) => (
        <Select
          {...control}
          value={outcome}
          options={testRefundOutcomes.map((each) => ({ value: each, label: t(`online.test.${each}`) }))}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** `minor` is null while the amount cannot be sent back. */
const useRefundForm = ({ currency }: Payment, checkout: Checkout, onClose: () => void) => {
  const { t } = useTranslation('money')
  const notify = useNotify()
  const refund = useRefundCheckout()
  // A repeat after an answer that was lost is the same refund.
  const [key] = useState(() => crypto.randomUUID())
  const [amount, setAmount] = useState(formatAmountInput(checkout.left_minor, currency))
  const [reason, setReason] = useState('')
  const [isEnd, setEnd] = useState(!checkout.is_ended)
  const [outcome, setOutcome] = useState<TestRefundOutcome>('confirm')
  const [wasPressed, setPressed] = useState(false)
  const isMissing = checkout.needs_reason && reason.trim() === ''
  const parsed = parseAmount(amount, currency)
  const minor = parsed !== null && parsed > 0 && parsed <= checkout.left_minor ? parsed : null
  const send = () => {
    setPressed(true)
    if (minor === null || isMissing) return
    refund.mutate(
      {
        checkoutId: checkout.id,
        idempotency_key: key,
        amount_minor: minor,
        reason: reason.trim(),
        ends_order: isEnd && !checkout.is_ended,
        ...(checkout.is_test && { test_outcome: outcome }),
      },
      {
        onSuccess: ({ state }) => {
          notify({ kind: state === 'failed' ? 'error' : 'success', title: t(`online.done.${state}`) })
          onClose()
        },
      },
    )
  }
  return {
    refund,
    amount,
    setAmount,
    reason,
    setReason,
    isEnd,
    setEnd,
    outcome,
    setOutcome,
    minor,
    send,
    isReasonMissing: wasPressed && isMissing,
  }
}
