import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import { useSaveState } from '../api/use-progress.ts'

const ICONS = { saved: CloudCheck, saving: RefreshCw, waiting: CloudOff } as const

/** Whether the progress is saved on the server. */
export const SaveBadge = () => {
  const { t } = useTranslation('courses/learning')
  const state = useSaveState()
  const Icon = ICONS[state]
  return (
    <p
      role="status"
      title={state === 'waiting' ? t('save.waitingHint') : undefined}
      className={cx(
        'flex shrink-0 items-center gap-1.5 text-sm',
        state === 'waiting' ? 'text-warning-text' : 'text-ink-muted',
      )}
    >
      <Icon aria-hidden="true" size={16} />
      <span className={state === 'waiting' ? '' : 'sr-only sm:not-sr-only'}>{t(`save.${state}`)}</span>
    </p>
  )
}
