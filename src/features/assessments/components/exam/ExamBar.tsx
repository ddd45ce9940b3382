import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Maximize from 'lucide-react/icons/maximize'
import Timer from 'lucide-react/icons/timer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '#src/shared/lib/countdown.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'

/** From here on the timer has a warning colour. */
const WARNING_FROM_S = 300

type Props = { title: string; seconds: number | null; onPalette: () => void }

/** The sticky bar of an exam: title, time left, full screen and the list of questions. */
export const ExamBar = ({ title, seconds, onPalette }: Props) => {
  const { t } = useTranslation('assessments')
  const [isTimeHidden, setTimeHidden] = useState(false)
  const toggleFullscreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void document.documentElement.requestFullscreen().catch(() => undefined)
  }
  return (
    <div className="sticky top-14 z-20 border-b border-line bg-surface-raised md:top-16">
      <div className="mx-auto flex max-w-page items-center gap-1 px-4 py-1.5 sm:px-6">
        <h1 tabIndex={-1} className="flex min-w-0 flex-1 text-base font-semibold text-ink">
          <bdi className="truncate">{title}</bdi>
        </h1>
        <div
          role="timer"
          aria-label={t('exam.timeLeft')}
          className={cx(
            'flex items-center gap-1.5 ps-2 font-semibold tabular-nums',
            seconds !== null && seconds <= WARNING_FROM_S ? 'text-warning-text' : 'text-ink',
          )}
        >
          <Timer aria-hidden="true" size={18} className="shrink-0" />
          <span dir="ltr">{isTimeHidden ? '•:••' : seconds === null ? '–:––' : clockText(seconds)}</span>
        </div>
        <IconButton
          label={t(isTimeHidden ? 'exam.showTimer' : 'exam.hideTimer')}
          icon={isTimeHidden ? <Eye aria-hidden="true" size={20} /> : <EyeOff aria-hidden="true" size={20} />}
          onClick={() => setTimeHidden(!isTimeHidden)}
        />
        {document.fullscreenEnabled && (
          <span className="hidden sm:block">
            <IconButton
              label={t('exam.fullscreen')}
              icon={<Maximize aria-hidden="true" size={20} />}
              onClick={toggleFullscreen}
            />
          </span>
        )}
        <span className="lg:hidden">
          <IconButton
            label={t('palette.open')}
            icon={<LayoutGrid aria-hidden="true" size={20} />}
            onClick={onPalette}
          />
        </span>
      </div>
    </div>
  )
}
