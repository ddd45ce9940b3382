import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  SUPPORT_REASON_MAX,
  SUPPORT_REASON_MIN,
  SUPPORT_VIEW_MINUTES,
  type SupportViewStarted,
} from '#contract/auth/support.ts'
import type { Student } from '#contract/students/students.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { openSupportTab } from '../model/open-support-tab.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { startSupport } from '../api/students.queries.ts'

const FORM = 'support-view'

/** For admins: the product as this learner sees it (TE11). */
export const SupportCard = ({ student }: { student: Student }) => {
  const { t } = useTranslation('students')
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section aria-labelledby="student-support">
      <Card>
        <h2 id="student-support" className="text-lg font-semibold text-ink">
          {t('support.title')}
        </h2>
        <p className="mt-2 mb-3 text-sm text-ink-muted">
          {t('support.text', { name: isolated(student.name), minutes: SUPPORT_VIEW_MINUTES })}
        </p>
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          {t('support.open')}
        </Button>
        {isAsking && <SupportDialog student={student} onClose={() => setIsAsking(false)} />}
      </Card>
    </section>
  )
}

const SupportDialog = ({ student, onClose }: { student: Student; onClose: () => void }) => {
  const { t } = useTranslation('students')
  const [reason, setReason] = useState('')
  const openTab = (started: SupportViewStarted) => openSupportTab(started) && onClose()
  const start = useMutation({
    mutationFn: () => startSupport(student.id, reason.trim()),
    onSuccess: openTab,
  })
  const name = isolated(student.name)
  const { data: blocked } = start
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('support.dialogTitle', { name })}
      description={t('support.dialogText', { name })}
      closeLabel={t('close')}
      actions={
        <>
          {blocked ? (
            <Button onClick={() => openTab(blocked)}>{t('support.openTab')}</Button>
          ) : (
            <Button
              type="submit"
              form={FORM}
              pending={start.isPending}
              disabled={reason.trim().length < SUPPORT_REASON_MIN}
            >
              {t('support.start')}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          start.mutate()
        }}
      >
        {start.error && <Alert kind="error">{errorText(start.error, t('support.failed'))}</Alert>}
        {blocked && <Alert kind="warning">{t('support.blocked')}</Alert>}
        <Field
          label={t('support.reason')}
          hint={t('support.reasonHint', { min: SUPPORT_REASON_MIN })}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              maxLength={SUPPORT_REASON_MAX}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
