import Award from 'lucide-react/icons/award'
import CircleCheck from 'lucide-react/icons/circle-check'
import Flame from 'lucide-react/icons/flame'
import Flag from 'lucide-react/icons/flag'
import Medal from 'lucide-react/icons/medal'
import PartyPopper from 'lucide-react/icons/party-popper'
import Trophy from 'lucide-react/icons/trophy'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Moment, MomentKind } from '#contract/moments/moments.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Burst, Pop } from '#src/shared/ui/feedback/Burst.tsx'
import { momentName, momentShort, momentTitle } from '../model/moment-texts.ts'

const ICONS: Record<MomentKind, typeof Medal> = {
  course: PartyPopper,
  assessment: Trophy,
  certificate: Award,
  section: Flag,
  badge: Medal,
  streak: Flame,
  lesson: CircleCheck,
}
/** Decorative colours; they carry no text. */
const ICON_COLOURS: Partial<Record<MomentKind, string>> = {
  badge: 'fill-decor-gold',
  streak: 'fill-decor-flame',
  course: 'fill-decor-gold',
  assessment: 'fill-decor-gold',
  certificate: 'fill-decor-gold',
}

type Props = {
  /** Largest first; at least one. */
  moments: readonly [Moment, ...Moment[]]
  onClose: () => void
  onPause: (paused: boolean) => void
}

/** Covers the top bar and nothing else: neither a result nor what somebody is using. */
export const MomentBar = ({ moments, onClose, onPause }: Props) => {
  const { t } = useTranslation(['moments', 'leaderboard'])
  const [main] = moments
  const Icon = ICONS[main.kind]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pauses the timer while somebody reads
    <section
      aria-label={momentTitle(main, t)}
      data-moment={main.kind}
      className="pointer-events-none fixed inset-x-0 top-0 z-50 flex h-14 items-center justify-center px-2 md:h-16"
      onPointerEnter={() => onPause(true)}
      onPointerLeave={() => onPause(false)}
      onFocus={() => onPause(true)}
      onBlur={() => onPause(false)}
    >
      <Pop className="pointer-events-auto relative flex h-12 w-full max-w-xl items-center gap-3 rounded-full bg-primary ps-1 pe-0.5 text-on-primary shadow-float md:h-13">
        <Burst />
        <span
          aria-hidden="true"
          className="relative flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-raised text-primary-text"
        >
          <Icon size={24} className={cx(ICON_COLOURS[main.kind])} />
        </span>
        <Words moments={moments} onClose={onClose} />
        <button
          type="button"
          aria-label={t('close')}
          className="relative flex size-11 shrink-0 items-center justify-center rounded-full outline-on-primary"
          onClick={onClose}
        >
          <X aria-hidden="true" size={18} />
        </button>
      </Pop>
    </section>
  )
}

/** Where the largest moment leads. */
const pathOf = (moment: Moment): string | null => {
  if (moment.kind === 'course') return paths.courseDone(moment.course_id)
  return moment.kind === 'certificate' ? paths.certificate(moment.serial) : null
}

/** The largest moment, and the rest in one line; a finished course leads to what was done in it. */
const Words = ({ moments, onClose }: Pick<Props, 'moments' | 'onClose'>) => {
  const { t } = useTranslation(['moments', 'leaderboard'])
  const [main, ...others] = moments
  const rest = others.map((moment) => momentShort(moment, t))
  const title = <span className="block truncate font-semibold">{momentTitle(main, t)}</span>
  const to = pathOf(main)
  if (to !== null)
    return (
      <Link
        to={to}
        className="relative min-w-0 flex-1 rounded-lg leading-tight outline-on-primary"
        onClick={onClose}
      >
        {title}
        <span className="block truncate text-sm">
          <span className="underline underline-offset-2">
            {t(main.kind === 'certificate' ? 'open' : 'more')}
          </span>
          {rest.map((text) => ` · ${text}`)}
        </span>
      </Link>
    )
  return (
    <p className="relative min-w-0 flex-1 leading-tight">
      {title}
      <span className="block truncate text-sm">
        {rest.length > 0 ? rest.join(' · ') : momentName(main, t)}
      </span>
    </p>
  )
}
