import CloudAlert from 'lucide-react/icons/cloud-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import type { SaveMark } from '../../attempt/types.ts'
import { timeOfDay } from '../../model/labels.ts'

const SIGNS = {
  none: null,
  keeping: null,
  waiting: CloudOff,
  sending: CloudUpload,
  saved: CloudCheck,
  late: CloudAlert,
  aside: CloudAlert,
  conflict: CloudAlert,
} as const

/** Where this answer is: "Saved 12:03", "Waiting to send" (FEATURES EX3). The place is always there to be heard. */
export const SaveLine = ({ save, reached }: { save: SaveMark; reached: boolean }) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const kind = save.kind === 'waiting' && reached ? 'sending' : save.kind
  const Sign = SIGNS[kind]
  const quiet = kind === 'saved' || kind === 'sending'
  return (
    <p
      role="status"
      data-save={kind}
      className={cx(
        'flex min-h-6 items-center gap-1.5 text-sm',
        quiet ? 'text-ink-muted' : 'text-warning-text',
      )}
    >
      {Sign && <Sign aria-hidden="true" size={16} className="shrink-0" />}
      {save.kind === 'saved'
        ? t('save.saved', { time: timeOfDay(save.at, language) })
        : Sign
          ? t(`save.${kind}`)
          : ''}
    </p>
  )
}
