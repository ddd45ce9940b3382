import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IssuedCertificate } from '#contract/certificates/portal.ts'
import { CERTIFICATE_NAME_MAX, REVOKE_REASON_MAX } from '#contract/certificates/shapes.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useChangeCertificate, type Change } from '../api/portal.queries.ts'

type Props = { certificate: IssuedCertificate; action: Change['action']; onClose: () => void }

/** Asks why, before a certificate is revoked, restored or replaced. */
export const ChangeDialog = ({ certificate, action, onClose }: Props) => {
  const { t } = useTranslation('certificates/admin')
  const notify = useNotify()
  const [form, setForm] = useState({ reason: '', name: certificate.recipient_name })
  const [isTried, setTried] = useState(false)
  const change = useChangeCertificate(certificate.id)
  const texts = { reason: form.reason.trim(), name: form.name.trim() }
  const send = () => {
    setTried(true)
    if (texts.reason === '' || texts.name === '') return
    change.mutate(action === 'reissue' ? { action, ...texts } : { action, reason: texts.reason }, {
      onSuccess: () => {
        notify({ kind: 'success', title: t(`change.${action}.done`) })
        onClose()
      },
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`change.${action}.title`)}
      description={t(`change.${action}.text`, { name: isolated(certificate.recipient_name) })}
      closeLabel={t('change.cancel')}
      actions={
        <>
          <Button
            variant={action === 'revoke' ? 'danger' : 'primary'}
            pending={change.isPending}
            onClick={send}
          >
            {t(`change.${action}.send`)}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('change.cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {action === 'reissue' && (
          <Field
            label={t('change.name')}
            error={isTried && !texts.name ? t('change.nameRequired') : null}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                maxLength={CERTIFICATE_NAME_MAX}
                value={form.name}
                onChange={({ target }) => setForm({ ...form, name: target.value })}
              />
            )}
          </Field>
        )}
        <Field
          label={t('change.reason')}
          hint={t(`change.${action}.hint`)}
          error={isTried && !texts.reason ? t('change.reasonRequired') : null}
          required
        >
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={REVOKE_REASON_MAX}
              value={form.reason}
              onChange={({ target }) => setForm({ ...form, reason: target.value })}
            />
          )}
        </Field>
        {change.isError && <Alert kind="error">{errorText(change.error, t('change.failed'))}</Alert>}
      </div>
    </Dialog>
  )
}
