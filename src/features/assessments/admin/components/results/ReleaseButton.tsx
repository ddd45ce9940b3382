import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssessmentTotals } from '#contract/assessments/admin/results.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useRelease } from '../../api/results.mutations.ts'

/** Releases results or hides them again. It asks first, because every learner notices either. */
export const ReleaseButton = ({ assessment }: { assessment: AssessmentTotals }) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const [isOpen, setIsOpen] = useState(false)
  const release = useRelease(assessment.id)
  const isRelease = !assessment.released
  // A person can only hide what a person released. Otherwise the assessment's own setting applies.
  if (!isRelease && assessment.released_at === null) return null
  const textPrefix = isRelease ? 'release.show' : 'release.hide'
  return (
    <>
      <Button variant={isRelease ? 'primary' : 'secondary'} onClick={() => setIsOpen(true)}>
        {t(`${textPrefix}.button`)}
      </Button>
      {isOpen && (
        <Dialog
          open
          onOpenChange={setIsOpen}
          title={t(`${textPrefix}.title`)}
          description={t(`${textPrefix}.text`, { count: assessment.submitted })}
          closeLabel={t('close')}
          actions={
            <>
              <Button
                variant={isRelease ? 'primary' : 'danger'}
                pending={release.isPending}
                onClick={() =>
                  release.mutate(isRelease, {
                    onSuccess: () => {
                      setIsOpen(false)
                      notify({ kind: 'success', title: t(`${textPrefix}.done`) })
                    },
                  })
                }
              >
                {t(`${textPrefix}.button`)}
              </Button>
              <Button variant="secondary" onClick={() => setIsOpen(false)}>
                {t('cancel')}
              </Button>
            </>
          }
        >
          {release.error && <Alert kind="error" title={errorText(release.error, t('notSaved'))} />}
        </Dialog>
      )}
    </>
  )
}
