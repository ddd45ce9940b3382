import Pencil from 'lucide-react/icons/pencil'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { DropPanel } from '#src/shared/ui/overlays/DropPanel.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-sm hover:bg-surface-sunken'

type Props = { onEdit: () => void; onDelete?: () => void }

/** Moderators act from here, so that nobody edits somebody else's words by accident (rules: Community). */
export const ModerateMenu = ({ onEdit, onDelete }: Props) => {
  const { t } = useTranslation('community')
  return (
    <DropPanel
      label={t('action.moderate')}
      closeLabel={t('action.close')}
      className="w-56 p-1.5"
      trigger={({ ref, ...props }) => (
        <IconButton
          ref={ref}
          label={t('action.moderate')}
          icon={<ShieldCheck aria-hidden="true" size={18} />}
          {...props}
        />
      )}
    >
      {(close) => (
        <>
          <button
            type="button"
            className={ROW}
            onClick={() => {
              close()
              onEdit()
            }}
          >
            <Pencil aria-hidden="true" size={18} className="text-ink-muted" />
            {t('action.edit')}
          </button>
          {onDelete && (
            <button
              type="button"
              className={`${ROW} text-error-text`}
              onClick={() => {
                close()
                onDelete()
              }}
            >
              <Trash2 aria-hidden="true" size={18} />
              {t('action.delete')}
            </button>
          )}
        </>
      )}
    </DropPanel>
  )
}
