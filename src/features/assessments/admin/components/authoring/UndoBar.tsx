import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'

const VISIBLE_MS = 12_000

type Props = { title: string | null; pending: boolean; onUndo: () => void; onHide: () => void }

/** Offers to undo an archiving. It sits above the bottom bar, within reach of the thumb. */
export const UndoBar = ({ title, pending, onUndo, onHide }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    if (title === null) return
    const timer = setTimeout(() => hide(), VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [title])
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-24 z-40 flex justify-center px-4 md:bottom-6"
    >
      {title !== null && (
        <div className="floating rise pointer-events-auto flex max-w-lg items-center gap-4 px-4 py-2">
          <p className="min-w-0 truncate text-sm">
            {t('archive.gone')} <bdi>{title}</bdi>
          </p>
          <Button size="sm" variant="secondary" pending={pending} onClick={onUndo}>
            {t('archive.undo')}
          </Button>
        </div>
      )}
    </div>
  )
}
