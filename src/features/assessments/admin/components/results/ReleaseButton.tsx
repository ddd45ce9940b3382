import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssessmentTotals } from '#contract/assessments/admin/results.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useRelease } from '../../api/results.mutations.ts'

/** Learners see their results, or no longer: asked before, because both are noticed by everybody. */
export const ReleaseButton = ({ assessment }: { assessment: AssessmentTotals }) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const [open, setOpen] = useState(false)
  const release = useRelease(assessment.id)
  const show = !assessment.released
  // What was never released by a person cannot be taken back by one: it follows the assessment's own setting.
  if (!show && assessment.released_at === null) return null
  const words = show ? 'release.show' : 'release.hide'
  return (
    <>
      <Button variant={show ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        {t(`${words}.button`)}
      </Button>
      {open && (
        <Dialog
          open
          onOpenChange={setOpen}
          title={t(`${words}.title`)}
          description={t(`${words}.text`, { count: assessment.submitted })}
          closeLabel={t('close')}
          actions={
            <>
              <Button
                variant={show ? 'primary' : 'danger'}
                pending={release.isPending}
                onClick={() =>
                  release.mutate(show, {
                    onSuccess: () => {
                      setOpen(false)
                      notify({ kind: 'success', title: t(`${words}.done`) })
                    },
                  })
                }
              >
                {t(`${words}.button`)}
              </Button>
              <Button variant="secondary" onClick={() => setOpen(false)}>
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
