import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useAskRefund } from '../api/programmes.queries.ts'

const REASON_MAX = 1000

type Props = { slug: ProgrammeSlug; day: string; onClose: () => void }

/** Asks for the money of a programme back. The dialog says what it means first; a reason is optional. */
export const AskRefundDialog = ({ slug, day, onClose }: Props) => {
  const { t } = useTranslation('programmes')
  const notify = useNotify()
  const [reason, setReason] = useState('')
  const ask = useAskRefund(slug)
  const send = () =>
    // The server takes a single line.
    ask.mutate(reason.replace(/\s+/gu, ' '), {
      onSuccess: () => {
        notify({ kind: 'success', title: t('guarantee.sent') })
        onClose()
      },
    })
  return (
    <Dialog
      open
      title={t('guarantee.askTitle')}
      description={t('guarantee.askText', { day })}
      closeLabel={t('buyer.close')}
      onOpenChange={(open) => !open && onClose()}
      actions={
        <>
          <Button variant="danger" pending={ask.isPending} onClick={send}>
            {t('guarantee.send')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('guarantee.keep')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {ask.isError && <Alert kind="error" title={errorText(ask.error, t('guarantee.failed'))} />}
        <Field label={t('guarantee.reason')} optionalLabel={t('guarantee.optional')}>
          {(control) => (
            <TextArea
              {...control}
              value={reason}
              maxLength={REASON_MAX}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
