import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvoiceSeller } from '#contract/money/documents.ts'
import { TAX_PERCENT_MAX } from '#contract/money/documents.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { isWrongGstin, partyFormOf, partyOf } from '#src/core/editing/party-form.ts'
import { PartyFields } from '#src/core/editing/PartyFields.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { foldDigits } from '#src/shared/lib/text/digits.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useSaveSeller } from '../api/money.queries.ts'

type Props = { seller: InvoiceSeller | null; onClose: () => void }

const SAC = /^\d{4,8}$/
const PREFIX = /^[A-Z0-9]{0,3}$/
const EMPTY = { legal_name: '', address: '', state: null, gstin: null }

/** Who sells, as receipts and tax invoices name it. */
export const SellerDialog = ({ seller, onClose }: Props) => {
  const { t } = useTranslation('money')
  const { form, change, errors, save, submit } = useSellerForm(seller, onClose)
  const hasGstin = form.gstin.trim() !== ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('seller.title')}
      description={t('seller.text')}
      closeLabel={t('close')}
      actions={
        <>
          <Button pending={save.isPending} onClick={submit}>
            {t('seller.save')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {save.isError && <Alert kind="error">{errorText(save.error, t('seller.failed'))}</Alert>}
        <PartyFields
          form={form}
          errors={errors}
          texts={{
            name: t('seller.name'),
            address: t('seller.address'),
            state: t('seller.state'),
            noState: t('seller.noState'),
            gstin: 'GSTIN',
            gstinHint: t('seller.gstinHint'),
            optional: t('optional'),
          }}
          isRequired
          onChange={change}
        />
        {hasGstin && <TaxFields form={form} errors={errors} onChange={change} />}
        <Field
          label={t('seller.prefix')}
          hint={t('seller.prefixHint')}
          error={errors.prefix}
          optionalLabel={t('optional')}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              maxLength={3}
              autoComplete="off"
              autoCapitalize="characters"
              value={form.prefix}
              onChange={({ target }) => change({ prefix: target.value.toUpperCase() })}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

type SellerForm = ReturnType<typeof useSellerForm>
type TaxFieldsProps = Pick<SellerForm, 'form' | 'errors'> & { onChange: SellerForm['change'] }

/** What a seller with a tax number also says. */
const TaxFields = ({ form, errors, onChange }: TaxFieldsProps) => {
  const { t } = useTranslation('money')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('seller.sac')} hint={t('seller.sacHint')} error={errors.sac} required>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            value={form.sac}
            onChange={({ target }) => onChange({ sac: target.value })}
          />
        )}
      </Field>
      <Field label={t('seller.tax')} hint={t('seller.taxHint')} error={errors.tax} required>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            value={form.tax}
            onChange={({ target }) => onChange({ tax: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

/** What is typed, what is wrong with it, and saving it. */
const useSellerForm = (seller: InvoiceSeller | null, onClose: () => void) => {
  const { t } = useTranslation('money')
  const notify = useNotify()
  const save = useSaveSeller()
  const [isTried, setTried] = useState(false)
  const [form, setForm] = useState(() => ({
    ...partyFormOf(seller ?? EMPTY),
    sac: seller?.sac ?? '',
    tax: seller ? String(seller.tax_percent) : '18',
    prefix: seller?.prefix ?? '',
  }))
  const hasGstin = form.gstin.trim() !== ''
  const tax = /^\d{1,2}$/.test(foldDigits(form.tax).trim()) ? Number(foldDigits(form.tax)) : null
  const sac = foldDigits(form.sac).trim()
  const wrong = {
    legal_name: form.legal_name.trim() === '' && t('seller.missing'),
    address: form.address.trim() === '' && t('seller.missing'),
    gstin: isWrongGstin(form) && t('seller.wrongGstin'),
    sac: hasGstin && !SAC.test(sac) && t('seller.wrongSac'),
    tax:
      hasGstin && (tax === null || tax > TAX_PERCENT_MAX) && t('seller.wrongTax', { max: TAX_PERCENT_MAX }),
    prefix: !PREFIX.test(form.prefix) && t('seller.wrongPrefix'),
  }
  const errors = Object.fromEntries(
    Object.entries(wrong).map(([field, error]) => [field, (isTried && error) || null]),
  ) as Record<keyof typeof wrong, string | null>
  const submit = () => {
    setTried(true)
    if (Object.values(wrong).some(Boolean)) return
    const body = {
      ...partyOf(form),
      sac: hasGstin ? sac : null,
      tax_percent: hasGstin ? (tax ?? 0) : 0,
      prefix: form.prefix,
    }
    save.mutate(body, {
      onSuccess: () => {
        notify({ kind: 'success', title: t('seller.saved') })
        onClose()
      },
    })
  }
  const change = (next: Partial<typeof form>) => setForm((before) => ({ ...before, ...next }))
  return { form, change, errors, save, submit }
}
