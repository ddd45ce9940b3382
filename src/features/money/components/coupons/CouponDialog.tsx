import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { exportCouponsFile, useCreateCoupons } from '../../api/coupons.queries.ts'
import { couponBody, EMPTY_COUPON, issuesOf, type CouponForm } from '../../model/coupon-form.ts'
import { CouponFields } from './CouponFields.tsx'

type Props = { currency: string; onClose: () => void }

/** One coupon with a code of one's own, or many with generated codes, which come as a file at once. */
export const CouponDialog = ({ currency, onClose }: Props) => {
  const { t } = useTranslation('money')
  const { form, change, issues, create, submit } = useCouponForm(currency, onClose)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('coupons.new')}
      closeLabel={t('close')}
      actions={
        <>
          <Button pending={create.isPending} onClick={submit}>
            {t('coupons.create')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {create.isError && <Alert kind="error">{errorText(create.error, t('coupons.notSaved'))}</Alert>}
        <CouponFields form={form} currency={currency} issues={issues} onChange={change} />
      </div>
    </Dialog>
  )
}

const useCouponForm = (currency: string, onClose: () => void) => {
  const { t } = useTranslation('money')
  const notify = useNotify()
  const create = useCreateCoupons()
  const [form, setForm] = useState(EMPTY_COUPON)
  const [isTried, setTried] = useState(false)
  // One key for one form: pressing twice creates once.
  const [sent, setSent] = useState({ what: '', key: '' })
  const saveCodes = async (batch: string) => {
    try {
      const { file_name: name, csv } = await exportCouponsFile({ batch })
      saveFile(name, csv, 'text/csv')
    } catch (error) {
      notify({ kind: 'error', title: errorText(error, t('export.failed')) })
    }
  }
  const submit = () => {
    setTried(true)
    if (Object.keys(issuesOf(form, currency)).length > 0) return
    const what = JSON.stringify(form)
    const key = sent.what === what ? sent.key : crypto.randomUUID()
    setSent({ what, key })
    create.mutate(
      { idempotency_key: key, ...couponBody(form, currency) },
      {
        onSuccess: ({ batch, created }) => {
          notify({ kind: 'success', title: t('coupons.created', { count: created }) })
          if (form.how === 'many') void saveCodes(batch)
          onClose()
        },
      },
    )
  }
  const change = (next: Partial<CouponForm>) => setForm((before) => ({ ...before, ...next }))
  return { form, change, issues: isTried ? issuesOf(form, currency) : {}, create, submit }
}
