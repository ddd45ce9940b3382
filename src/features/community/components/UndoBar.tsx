import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import type { Undoable } from '../hooks/use-undo.ts'

type Props = { offer: Undoable | null; onClose: () => void }

/** Offers to undo a deletion; above the bottom bar, within reach of the thumb. */
export const UndoBar = ({ offer, onClose }: Props) => {
  const { t } = useTranslation('community')
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 bottom-20 z-40 flex justify-center lg:bottom-6"
    >
      {offer && (
        <div
          key={offer.id}
          className="floating rise pointer-events-auto flex w-full max-w-md items-center gap-3 py-2 ps-4 pe-1"
        >
          <div className="min-w-0 flex-1 text-sm">
            <p className="font-semibold">{offer.title}</p>
            {offer.message && <p className="text-ink-muted">{offer.message}</p>}
          </div>
          <Button
            variant="ghost"
            onClick={() => {
              offer.undo()
              onClose()
            }}
          >
            {t('action.undo')}
          </Button>
          <IconButton label={t('action.close')} icon={<X aria-hidden="true" size={18} />} onClick={onClose} />
        </div>
      )}
    </div>
  )
}
