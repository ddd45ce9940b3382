import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentLinkPage } from '#contract/money/payment-links.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatAmountInput, parseAmount } from '#src/shared/lib/amount-input.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useSetLimit } from './links.queries.ts'

type Props = { page: Pick<PaymentLinkPage, 'limits' | 'currency'> }

/** Above which amount a payment by hand needs a second admin. */
export const LimitButton = ({ page }: Props) => {
  const { t } = useTranslation('money/links')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('limit.button')}
      </Button>
      {isOpen && <LimitDialog page={page} onClose={() => setOpen(false)} />}
    </>
  )
}

const LimitDialog = ({ page: { limits, currency }, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('money/links')
  const notify = useNotify()
  const save = useSetLimit()
  const known = limits.find((limit) => limit.currency === currency)
  const [text, setText] = useState(formatAmountInput(known?.amount_minor ?? null, currency))
  const minor = parseAmount(text, currency)
  const isWrong = text.trim() !== '' && minor === null
  const submit = () =>
    save.mutate(
      { currency, amount_minor: minor },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: t('limit.saved') })
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('limit.title')}
      description={t('limit.text')}
      closeLabel={t('close')}
      actions={
        <Button pending={save.isPending} disabled={isWrong} onClick={submit}>
          {t('save')}
        </Button>
      }
    >
      {save.isError && <Alert kind="error">{errorText(save.error, t('notSaved'))}</Alert>}
      <Field
        label={t('limit.amount', { currency })}
        hint={t('limit.hint')}
        error={isWrong ? t('form.issues.amount') : null}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
