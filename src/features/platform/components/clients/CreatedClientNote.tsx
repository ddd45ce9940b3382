import Link2 from 'lucide-react/icons/link-2'
import { useTranslation } from 'react-i18next'
import type { CreatedClient } from '#contract/platform/clients.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

type Props = { created: CreatedClient; onClose: () => void }

/** The client is there; the mail to its administrator may be lost, so the way in is shown as well. */
export const CreatedClientNote = ({ created: { client, link }, onClose }: Props) => {
  const { t } = useTranslation('platform')
  const notify = useNotify()
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => notify({ kind: 'success', title: t('created.copied') }),
      () => notify({ kind: 'error', title: t('created.copyFailed') }),
    )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('created.title', { name: isolated(client.name) })}
      description={t('created.text')}
      closeLabel={t('close')}
      actions={
        <>
          <Button icon={<Link2 aria-hidden="true" size={18} />} onClick={() => void copy()}>
            {t('created.copy')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <p dir="ltr" className="rounded-lg bg-surface-sunken p-3 text-sm break-all text-ink">
        {link}
      </p>
    </Dialog>
  )
}
