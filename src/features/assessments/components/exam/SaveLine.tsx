import CloudAlert from 'lucide-react/icons/cloud-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import type { SaveMark } from '../../attempt/question-state.ts'
import { timeOfDay } from '../../model/labels.ts'

const ICONS = {
  none: null,
  keeping: null,
  waiting: CloudOff,
  sending: CloudUpload,
  saved: CloudCheck,
  late: CloudAlert,
  aside: CloudAlert,
  conflict: CloudAlert,
} as const

/**
 * The save state of the answer: "Saved 12:03", "Waiting to send" (EX3). Always rendered, so that
 * screen readers announce changes.
 */
export const SaveLine = ({ save, reached }: { save: SaveMark; reached: boolean }) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const kind = save.kind === 'waiting' && reached ? 'sending' : save.kind
  const Icon = ICONS[kind]
  const isCalm = kind === 'saved' || kind === 'sending'
  return (
    <p
      role="status"
      data-save={kind}
      className={cx(
        'flex min-h-6 items-center gap-1.5 text-sm',
        isCalm ? 'text-ink-muted' : 'text-warning-text',
      )}
    >
      {Icon && <Icon aria-hidden="true" size={16} className="shrink-0" />}
      {save.kind === 'saved'
        ? t('save.saved', { time: timeOfDay(save.at, language) })
        : Icon
          ? t(`save.${kind}`)
          : ''}
    </p>
  )
}
