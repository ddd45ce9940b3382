import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

type Props = { open: boolean; onClose: () => void }

/** Specified, but nothing opens it (spec 2: Community). */
export const ComingSoonModal = ({ open, onClose }: Props) => {
  const { t } = useTranslation('community')
  const navigate = useNavigate()
  return (
    <Dialog
      open={open}
      title={t('comingSoon.title')}
      description={t('comingSoon.text')}
      closeLabel={t('action.close')}
      actions={
        <Button
          onClick={() => {
            onClose()
            void navigate(paths.home)
          }}
        >
          {t('comingSoon.action')}
        </Button>
      }
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    />
  )
}
