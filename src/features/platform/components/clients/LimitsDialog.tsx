import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limitKinds, type PlatformClient } from '#contract/platform/clients.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useSetLimits } from '../../api/clients.queries.ts'
import { draftOf, limitsOf } from '../../model/limits.ts'
import { LimitFields } from './LimitFields.tsx'

const FORM = 'client-limits'

type Props = { client: PlatformClient; onClose: () => void }

/** What a client may have at most. Below what it has now, it keeps everything and cannot add more. */
export const LimitsDialog = ({ client, onClose }: Props) => {
  const { t } = useTranslation('platform')
  const notify = useNotify()
  const [draft, setDraft] = useState(() => draftOf(client.limits))
  const { mutate, isPending, error } = useSetLimits()
  const limits = limitsOf(draft)
  const name = isolated(client.name)
  const isBelow =
    limits !== null && limitKinds.some((kind) => (limits[kind] ?? Infinity) < client.usage[kind])
  const save = () => {
    if (limits === null) return
    mutate(
      { id: client.id, limits },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: t('limits.saved', { name }) })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('limits.title', { name })}
      description={t('limits.text')}
      closeLabel={t('cancel')}
      actions={
        <>
          <Button type="submit" form={FORM} pending={isPending} disabled={limits === null}>
            {t('limits.save')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {Boolean(error) && <Alert kind="error" title={errorText(error, t('failed'))} />}
        <LimitFields draft={draft} onChange={setDraft} />
        {isBelow && <Alert kind="warning" title={t('limits.below')} />}
      </form>
    </Dialog>
  )
}
