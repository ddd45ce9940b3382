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

type Props = { refund: DueRefund; onClose: () => void }
const NOTE_MAX = 1000

/** An admin refunds a payment in full or part, or declines. */
export const RefundDialog = ({ refund, onClose }: Props) => {
  const { t } = useTranslation('money')
  const { amount, setAmount, note, setNote, minor, settle, decide } = useDecision(refund, onClose)
  const language = useLanguage()
  const { currency, amount_minor: paid } = refund
  const format = (value: number) => formatMoney(value, currency, language)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('refunds.dialog', { name: refund.person.name })}
      description={t('refunds.explain', { course: refund.course.title })}
      closeLabel={t('close')}
      actions={
        <>
          <Button pending={settle.isPending} disabled={minor === null} onClick={() => decide('refunded')}>
            {t('refunds.refund', { amount: format(minor ?? paid) })}
          </Button>
          <Button variant="secondary" pending={settle.isPending} onClick={() => decide('declined')}>
            {t('refunds.decline')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {settle.isError && <Alert kind="error" title={errorText(settle.error, t('refunds.notSaved'))} />}
        <Field
          label={t('refunds.amount', { currency })}
          hint={t('refunds.paid', { amount: format(paid) })}
          error={minor === null ? t('refunds.wrongAmount', { amount: format(paid) }) : null}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
            />
          )}
        </Field>
        <Field label={t('refunds.note')} optionalLabel={t('optional')} hint={t('refunds.noteHint')}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={NOTE_MAX}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

/** What is typed, and the decision. `minor` is null when the amount cannot be refunded. */
const useDecision = (
  { purchase_id: purchaseId, amount_minor: paid, currency }: DueRefund,
  onClose: () => void,
) => {
  const { t } = useTranslation('money')
  const notify = useNotify()
  const settle = useSettleRefund()
  const [amount, setAmount] = useState(formatAmountInput(paid, currency))
  const [note, setNote] = useState('')
  const parsed = parseAmount(amount, currency)
  // Free access has nothing to refund, and can be ended all the same.
  const isPossible = parsed !== null && parsed <= paid && (parsed > 0 || paid === 0)
  const minor = isPossible ? parsed : null
  const decide = (decision: 'refunded' | 'declined') =>
    settle.mutate(
      {
        purchaseId,
        decision,
        note,
        ...(decision === 'refunded' && minor !== null && minor > 0 && { amount_minor: minor }),
      },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: t(`refunds.done.${decision}`) })
          onClose()
        },
      },
    )
  return { amount, setAmount, note, setNote, minor, settle, decide }
}
