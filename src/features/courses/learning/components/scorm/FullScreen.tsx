import Maximize from 'lucide-react/icons/maximize'
import Minimize from 'lucide-react/icons/minimize'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { cx } from '#src/shared/lib/cx.ts'

/** Content with a full-screen button; on devices without full screen it fills the page. */
export const FullScreen = ({ title, children }: { title: string; children: ReactNode }) => {
  const { t } = useTranslation('courses/learning/scorm')
  const box = useRef<HTMLDivElement>(null)
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const onFullscreenChange = () => setIsFull(document.fullscreenElement === box.current)
    document.addEventListener('fullscreenchange', onFullscreenChange)
    return () => document.removeEventListener('fullscreenchange', onFullscreenChange)
  }, [])
  // Without the browser's full screen, its Escape handling is missing as well.
  useEffect(() => {
    if (!isFull) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.fullscreenElement) setIsFull(false)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isFull])
  const toggle = () => {
    if (isFull) {
      setIsFull(false)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    } else {
      setIsFull(true)
      void box.current?.requestFullscreen?.().catch(() => undefined)
    }
  }
  const Icon = isFull ? Minimize : Maximize
  return (
    <div
      ref={box}
      role="group"
      aria-label={title}
      className={cx(
        'flex flex-col overflow-hidden border border-line bg-surface-raised',
        isFull ? 'fixed inset-0 z-50' : '-mx-4 h-[75dvh] min-h-[min(27.5rem,90dvh)] sm:mx-0 sm:rounded-lg',
      )}
    >
      <div className="flex justify-end border-b border-line px-2 py-1">
        <Button
          size="sm"
          variant="ghost"
          aria-pressed={isFull}
          icon={<Icon aria-hidden="true" size={18} />}
          onClick={toggle}
        >
          {t(isFull ? 'leaveFullScreen' : 'fullScreen')}
        </Button>
      </div>
      <div className="min-h-0 flex-1">{children}</div>
    </div>
  )
}
