import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/money/payments.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useReverseRefund } from '../api/money.queries.ts'

type Props = { payment: Payment; onClose: () => void }

/** Confirms that the money of a refund came back. */
export const ReverseDialog = ({ payment, onClose }: Props) => {
  const { t } = useTranslation('money')
  const notify = useNotify()
  const reverse = useReverseRefund()
  const confirm = () =>
    payment.purchase_id !== null &&
    reverse.mutate(payment.purchase_id, {
      onSuccess: () => {
        notify({ kind: 'success', title: t('reverse.done') })
        onClose()
      },
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('reverse.title')}
      description={t('reverse.explain', { name: payment.person?.name ?? '' })}
      closeLabel={t('close')}
      actions={
        <>
          <Button pending={reverse.isPending} onClick={confirm}>
            {t('reverse.confirm')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {reverse.isError && <Alert kind="error" title={errorText(reverse.error, t('refunds.notSaved'))} />}
    </Dialog>
  )
}
