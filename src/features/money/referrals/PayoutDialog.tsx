import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PAYOUT_REFERENCE_MAX, type Referrer } from '#contract/money/referrals.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatAmountInput, parseAmount } from '#src/shared/lib/amount-input.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { AmountField } from './AmountField.tsx'
import { usePayOut } from './referrals.queries.ts'

type Props = { referrer: Referrer; onClose: () => void }

/** Notes that rewards were sent to somebody, with the number of the transfer. */
export const PayoutDialog = ({ referrer: { person, due }, onClose }: Props) => {
  const { t } = useTranslation('money/referrals')
  const notify = useNotify()
  const payOut = usePayOut()
  const [money] = due.filter(({ amount_minor: minor }) => minor > 0)
  const currency = money?.currency ?? 'INR'
  const max = money?.amount_minor ?? 0
  const [key] = useState(() => crypto.randomUUID())
  const [text, setText] = useState(formatAmountInput(max, currency))
  const [reference, setReference] = useState('')
  const [isTried, setTried] = useState(false)
  const minor = parseAmount(text, currency)
  const issue = minor === null || minor < 1 ? 'amount' : minor > max ? 'tooMuch' : null
  const hasReference = reference.trim() !== ''
  const submit = () => {
    setTried(true)
    if (issue !== null || minor === null || !hasReference) return
    payOut.mutate(
      {
        idempotency_key: key,
        user_id: person.id,
        amount_minor: minor,
        currency,
        reference: reference.trim(),
      },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: t('payout.done') })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('payout.title')}
      description={t('payout.explain', { name: isolated(person.name) })}
      closeLabel={t('close')}
      actions={
        <Button pending={payOut.isPending} onClick={submit}>
          {t('payout.button')}
        </Button>
      }
    >
      {payOut.isError && <Alert kind="error">{errorText(payOut.error, t('notSaved'))}</Alert>}
      <div className="flex flex-col gap-4">
        <AmountField
          label={t('payout.amount', { currency })}
          error={isTried && issue ? t(`issues.${issue}`) : null}
          required
          value={text}
          onChange={setText}
        />
        <Field
          label={t('payout.reference')}
          hint={t('payout.referenceHint')}
          error={isTried && !hasReference ? t('issues.reference') : null}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              dir="auto"
              autoComplete="off"
              maxLength={PAYOUT_REFERENCE_MAX}
              value={reference}
              onChange={({ target }) => setReference(target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
