import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvoiceBuyer } from '#contract/money/documents.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { isWrongGstin, partyFormOf, partyOf } from '#src/core/editing/party-form.ts'
import { PartyFields } from '#src/core/editing/PartyFields.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useSaveBuyer } from '../api/documents.queries.ts'

type Props = { buyer: InvoiceBuyer; onClose: () => void }

/** What stands on the person's next tax invoices. */
export const BuyerDialog = ({ buyer, onClose }: Props) => {
  const { t } = useTranslation('programmes')
  const notify = useNotify()
  const save = useSaveBuyer()
  const [form, setForm] = useState(() => partyFormOf(buyer))
  const [isTried, setTried] = useState(false)
  const isWrong = isWrongGstin(form)
  const needsName = form.gstin.trim() !== '' && form.legal_name.trim() === ''
  const submit = () => {
    setTried(true)
    if (isWrong || needsName) return
    save.mutate(partyOf(form), {
      onSuccess: () => {
        notify({ kind: 'success', title: t('buyer.saved') })
        onClose()
      },
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('buyer.title')}
      description={t('buyer.text')}
      closeLabel={t('buyer.close')}
      actions={
        <>
          <Button pending={save.isPending} onClick={submit}>
            {t('buyer.save')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('buyer.cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {save.isError && <Alert kind="error">{errorText(save.error, t('buyer.failed'))}</Alert>}
        <PartyFields
          form={form}
          errors={{
            gstin: isTried && isWrong ? t('buyer.wrongGstin') : null,
            legal_name: isTried && needsName ? t('buyer.needsName') : null,
          }}
          texts={{
            name: t('buyer.name'),
            address: t('buyer.address'),
            state: t('buyer.state'),
            noState: t('buyer.noState'),
            gstin: 'GSTIN',
            gstinHint: t('buyer.gstinHint'),
            optional: t('buyer.optional'),
          }}
          isRequired={false}
          onChange={(change) => setForm((before) => ({ ...before, ...change }))}
        />
      </div>
    </Dialog>
  )
}
