import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import type { Removed } from '../hooks/use-outline-actions.ts'

const VISIBLE_MS = 12_000

type Props = { removed: Removed | null; onUndo: () => void; onHide: () => void }

export const UndoBar = ({ removed, onUndo, onHide }: Props) => {
  const { t } = useTranslation('course-builder')
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    if (!removed) return
    const timer = setTimeout(() => hide(), VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [removed])
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-24 z-40 flex justify-center px-4 md:bottom-6"
    >
      {removed && (
        <div className="floating rise pointer-events-auto flex max-w-lg min-w-0 items-center gap-4 px-4 py-2">
          <p className="min-w-0 truncate text-sm">
            {t('undo.removed')} <bdi>{removed.title}</bdi>
          </p>
          <Button size="sm" variant="secondary" onClick={onUndo}>
            {t('undo.undo')}
          </Button>
        </div>
      )}
    </div>
  )
}
