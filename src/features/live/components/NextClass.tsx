import ChevronRight from 'lucide-react/icons/chevron-right'
import Video from 'lucide-react/icons/video'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { NextClass as Session } from '#contract/courses/learning-home.ts'
import { isJoinable } from '#contract/live/session-state.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { localeOf } from '#src/shared/lib/format.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { useSessionState } from '../api/use-session-state.ts'

/** The day's next class in one line that opens /live, where people join. Its height never changes. */
export const NextClass = ({ session }: { session: Session }) => {
  const { t } = useTranslation('live/home')
  const language = useLanguage()
  const state = useSessionState(Date.parse(session.starts_at), Date.parse(session.ends_at))
  if (state === 'ended') return null
  const time = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short' }).format(
    new Date(session.starts_at),
  )
  return (
    <section
      aria-label={t('title')}
      className="card card-link flex h-20 items-center gap-3 px-3 sm:gap-4 sm:px-6"
    >
      <span
        className={cx(
          'grid size-10 shrink-0 place-items-center rounded-full',
          state === 'live' ? 'bg-success-soft text-success-text' : 'bg-primary-soft text-primary-text',
        )}
      >
        <Video aria-hidden="true" size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <p
          className={cx(
            'truncate text-sm',
            state === 'live' ? 'font-medium text-success-text' : 'text-ink-muted',
          )}
        >
          {state === 'live' ? t('live') : t(state === 'open' ? 'open' : 'today', { time })}
        </p>
        <h2 className="font-semibold text-ink">
          <Link to={paths.live} className="after:absolute after:inset-0 after:rounded-xl">
            <bdi className="block truncate">{session.title}</bdi>
          </Link>
        </h2>
      </div>
      {isJoinable(state) ? (
        <span aria-hidden="true" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          {t('join')}
        </span>
      ) : (
        <ChevronRight aria-hidden="true" size={20} className="shrink-0 text-ink-muted rtl:-scale-x-100" />
      )}
    </section>
  )
}
