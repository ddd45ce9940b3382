import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatTime } from '../model/time.ts'
import type { SaveState } from '../model/autosave.ts'

const SIGNS = {
  saved: CloudCheck,
  changed: RefreshCw,
  saving: RefreshCw,
  waiting: CloudOff,
  conflict: CircleAlert,
  refused: CircleAlert,
} as const

/** Where saving stands. A screen reader hears trouble at once, and nothing of each saved letter. */
export const SaveBadge = ({ save }: { save: SaveState }) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  const Sign = SIGNS[save.phase]
  const trouble = save.phase === 'waiting' || save.phase === 'conflict' || save.phase === 'refused'
  const words =
    save.phase === 'saved' && save.at !== null
      ? t('save.savedAt', { time: formatTime(save.at, language) })
      : t(`save.${save.phase}`)
  return (
    <span
      data-save={save.phase}
      role={trouble ? 'status' : undefined}
      className={cx(
        'inline-flex items-center gap-1.5 text-sm',
        trouble ? 'text-warning-text' : 'text-ink-muted',
      )}
    >
      <Sign aria-hidden="true" size={16} />
      {words}
    </span>
  )
}
