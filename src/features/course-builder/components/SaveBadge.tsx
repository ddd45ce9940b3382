import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatTime } from '../model/time.ts'
import type { SaveState } from '../model/autosave.ts'

const ICONS = {
  saved: CloudCheck,
  changed: RefreshCw,
  saving: RefreshCw,
  waiting: CloudOff,
  conflict: CircleAlert,
  refused: CircleAlert,
} as const

/** The save state. Screen readers announce problems at once, but not every save. */
export const SaveBadge = ({ save }: { save: SaveState }) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  const Icon = ICONS[save.phase]
  const hasProblem = save.phase === 'waiting' || save.phase === 'conflict' || save.phase === 'refused'
  const text =
    save.phase === 'saved' && save.at !== null
      ? t('save.savedAt', { time: formatTime(save.at, language) })
      : t(`save.${save.phase}`)
  return (
    <span
      data-save={save.phase}
      role={hasProblem ? 'status' : undefined}
      className={cx(
        'inline-flex items-center gap-1.5 text-sm',
        hasProblem ? 'text-warning-text' : 'text-ink-muted',
      )}
    >
      <Icon aria-hidden="true" size={16} />
      {text}
    </span>
  )
}
