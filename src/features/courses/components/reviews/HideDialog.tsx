import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REVIEW_HIDE_REASON_MAX } from '#contract/courses/reviews.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useHideReview } from '../../api/reviews.queries.ts'

type Props = { courseId: number; reviewId: number; onClose: () => void }

/** Hides a review; the author sees the reason. */
export const HideDialog = ({ courseId, reviewId, onClose }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const [reason, setReason] = useState('')
  const hide = useHideReview(courseId)
  return (
    <Dialog
      open
      title={t('reviews.hideTitle')}
      description={t('reviews.hideText')}
      closeLabel={t('filter.close')}
      actions={
        <>
          <Button
            variant="danger"
            pending={hide.isPending}
            disabled={reason.trim() === ''}
            onClick={() => hide.mutate({ reviewId, reason }, { onSuccess: onClose })}
          >
            {t('reviews.hide')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <div className="flex flex-col gap-4">
        {hide.isError && <Alert kind="error" title={errorText(hide.error, t('reviews.failed'))} />}
        <Field label={t('reviews.hideReason')} required>
          {(control) => (
            <TextInput
              {...control}
              value={reason}
              maxLength={REVIEW_HIDE_REASON_MAX}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
