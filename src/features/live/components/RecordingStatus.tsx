import CirclePlay from 'lucide-react/icons/circle-play'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LiveSession } from '#contract/live/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { dayText, timeText } from '../model/session-time.ts'

type Props = {
  session: LiveSession
  now: number
  /** The label of the link; "Watch the recording" without it. */
  label?: string
  variant?: 'primary' | 'secondary'
  /** On a phone a plain link, where rows stand close together. */
  isDense?: boolean
}

const DENSE =
  'max-sm:min-h-11 max-sm:justify-start max-sm:border-0 max-sm:bg-transparent max-sm:p-0 max-sm:text-primary-text'

/** Where the recording stands: on its way, ready, failed or none (LV8). */
export const RecordingStatus = ({ session, now, label, variant = 'secondary', isDense = false }: Props) => {
  const { t } = useTranslation('live')
  const language = useLanguage()
  const { state, expected_at: expectedAt } = session.recording
  if (state === 'ready')
    return (
      <Link to={paths.recording(session.id)} className={cx(buttonClass({ variant }), isDense && DENSE)}>
        <CirclePlay aria-hidden="true" size={20} />
        {label ?? t('recording.watch')}
        <span className="sr-only">: {session.title}</span>
      </Link>
    )
  if (state === 'expected' && expectedAt !== null)
    return (
      <p className="text-sm text-ink-muted">
        {Date.parse(expectedAt) > now
          ? t('recording.expected', {
              day: dayText(expectedAt, language, now),
              time: timeText(expectedAt, language),
            })
          : t('recording.soon')}
      </p>
    )
  return <p className="text-sm text-ink-muted">{t(`recording.${state === 'failed' ? 'failed' : 'none'}`)}</p>
}
