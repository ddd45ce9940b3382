import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { Programme } from '#contract/money/programmes.ts'
import { newReasonIssue } from '#contract/courses/refund-requests.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useAskRefund } from '../api/programmes.queries.ts'

const REASON_MAX = 1000

type Declined = NonNullable<NonNullable<NonNullable<Programme['order']>['guarantee']>['request']>
type Props = { slug: ProgrammeSlug; day: string; declined: Declined | null; onClose: () => void }

/** Asks for the money of a programme back. The dialog says what it means first; asking again needs something new. */
export const AskRefundDialog = ({ slug, day, declined, onClose }: Props) => {
  const { t } = useTranslation('programmes')
  const form = useRequest(slug, declined, onClose)
  return (
    <Dialog
      open
      title={t('guarantee.askTitle')}
      description={t('guarantee.askText', { day })}
      closeLabel={t('buyer.close')}
      onOpenChange={(open) => !open && onClose()}
      actions={
        <>
          <Button variant="danger" pending={form.ask.isPending} onClick={form.send}>
            {t(declined ? 'guarantee.again' : 'guarantee.send')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('guarantee.keep')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {form.ask.isError && <Alert kind="error" title={errorText(form.ask.error, t('guarantee.failed'))} />}
        <Field
          label={t(declined ? 'guarantee.newReason' : 'guarantee.reason')}
          {...(!declined && { optionalLabel: t('guarantee.optional') })}
          required={declined !== null}
          error={
            form.issue && t(form.issue === 'required' ? 'guarantee.needsReason' : 'guarantee.sameReason')
          }
        >
          {(control) => (
            <TextArea
              {...control}
              value={form.reason}
              maxLength={REASON_MAX}
              onChange={({ target }) => form.setReason(target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

const useRequest = (slug: ProgrammeSlug, declined: Declined | null, onClose: () => void) => {
  const { t } = useTranslation('programmes')
  const notify = useNotify()
  const [reason, setReason] = useState('')
  const [wasPressed, setPressed] = useState(false)
  const ask = useAskRefund(slug)
  const earlier = declined && [declined.reason, ...declined.declined_before.map((past) => past.reason)]
  const issue = earlier && (newReasonIssue(reason, earlier)?.code ?? null)
  const send = () => {
    setPressed(true)
    if (issue !== null) return
    // The server takes a single line.
    ask.mutate(reason.replace(/\s+/gu, ' '), {
      onSuccess: () => {
        notify({ kind: 'success', title: t('guarantee.sent') })
        onClose()
      },
    })
  }
  return { reason, setReason, ask, send, issue: wasPressed ? issue : null }
}
