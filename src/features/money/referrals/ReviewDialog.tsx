import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REVIEW_NOTE_MAX, type Referral } from '#contract/money/referrals.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import type { Decision } from './ReferralTable.tsx'
import { useReview } from './referrals.queries.ts'

type Props = { referral: Referral; decision: Decision; onClose: () => void }

/** A decision needs a reason, for whoever asks later. */
export const ReviewDialog = ({ referral, decision, onClose }: Props) => {
  const { t } = useTranslation('money/referrals')
  const notify = useNotify()
  const review = useReview(referral.id)
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = note.trim() === ''
  const submit = () => {
    setTried(true)
    if (isMissing) return
    review.mutate(
      { decision, note: note.trim() },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: t(`review.${decision}Done`) })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`review.${decision}Title`)}
      description={t(`review.${decision}Text`, {
        invited: isolated(referral.invited.name),
        referrer: isolated(referral.referrer.name),
      })}
      closeLabel={t('close')}
      actions={
        <Button
          variant={decision === 'reject' ? 'danger' : 'primary'}
          pending={review.isPending}
          onClick={submit}
        >
          {t(`review.${decision}`)}
        </Button>
      }
    >
      {review.isError && <Alert kind="error">{errorText(review.error, t('notSaved'))}</Alert>}
      <Field label={t('review.note')} error={isTried && isMissing ? t('issues.note') : null} required>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            autoComplete="off"
            maxLength={REVIEW_NOTE_MAX}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
