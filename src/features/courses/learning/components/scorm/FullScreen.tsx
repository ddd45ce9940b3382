import Maximize from 'lucide-react/icons/maximize'
import Minimize from 'lucide-react/icons/minimize'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { cx } from '#src/shared/lib/cx.ts'

/** What is shown with a button that gives it the whole screen; a phone that cannot gives it the whole page. */
export const FullScreen = ({ title, children }: { title: string; children: ReactNode }) => {
  const { t } = useTranslation('courses/learning/scorm')
  const box = useRef<HTMLDivElement>(null)
  const [full, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement === box.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  // Where the browser itself gives no whole screen, its way out is missing as well.
  useEffect(() => {
    if (!full) return undefined
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.fullscreenElement) setFull(false)
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [full])
  const toggle = () => {
    if (full) {
      setFull(false)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    } else {
      setFull(true)
      void box.current?.requestFullscreen?.().catch(() => undefined)
    }
  }
  const Icon = full ? Minimize : Maximize
  return (
    <div
      ref={box}
      role="group"
      aria-label={title}
      className={cx(
        'flex flex-col overflow-hidden border border-line bg-surface-raised',
        full ? 'fixed inset-0 z-50' : '-mx-4 h-[75dvh] min-h-[min(27.5rem,90dvh)] sm:mx-0 sm:rounded-lg',
      )}
    >
      <div className="flex justify-end border-b border-line px-2 py-1">
        <Button
          size="sm"
          variant="ghost"
          aria-pressed={full}
          icon={<Icon aria-hidden="true" size={18} />}
          onClick={toggle}
        >
          {t(full ? 'leaveFullScreen' : 'fullScreen')}
        </Button>
      </div>
      <div className="min-h-0 flex-1">{children}</div>
    </div>
  )
}
