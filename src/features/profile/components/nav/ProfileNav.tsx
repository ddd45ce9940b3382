import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import ChartColumn from 'lucide-react/icons/chart-column'
import Bell from 'lucide-react/icons/bell'
import ChevronRight from 'lucide-react/icons/chevron-right'
import FolderDown from 'lucide-react/icons/folder-down'
import CreditCard from 'lucide-react/icons/credit-card'
import Globe from 'lucide-react/icons/globe'
import ShieldCheck from 'lucide-react/icons/shield-check'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import UserRound from 'lucide-react/icons/user-round'
import { selectFeatures } from '#src/core/client-config/client-config-slice.ts'
import { hasFeature } from '#src/core/client-config/features.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { views, type View } from '../../model/views.ts'

const ICONS = {
  about: UserRound,
  public: Globe,
  activity: ChartColumn,
  payments: CreditCard,
  preferences: SlidersHorizontal,
  notifications: Bell,
  security: ShieldCheck,
  'own-data': FolderDown,
} as const satisfies Record<View, unknown>

interface Props {
  /** Null on a phone that shows the list. */
  current: View | null
  className: string
}

/** Leads to the parts of the profile: a column beside them, or a list of its own on phones. */
export const ProfileNav = ({ current, className }: Props) => {
  const { t } = useTranslation('profile')
  const features = useAppSelector(selectFeatures)
  // Without courses there is nothing to pay.
  const shown = views.filter((view) => view !== 'payments' || hasFeature(features, 'course'))
  return (
    <nav aria-label={t('nav.label')} className={className}>
      <ul className="grid gap-0.5 max-lg:divide-y max-lg:divide-line">
        {shown.map((view) => {
          const Icon = ICONS[view]
          return (
            <li key={view}>
              <Link
                to={{ hash: view }}
                aria-current={view === current ? 'page' : undefined}
                className="flex min-h-16 items-center gap-4 py-3 text-ink lg:min-h-11 lg:gap-3 lg:rounded-lg lg:px-3 lg:py-1.5 lg:text-sm lg:text-ink-muted lg:hover:bg-surface-sunken lg:hover:text-ink lg:aria-[current]:bg-primary-soft lg:aria-[current]:font-semibold lg:aria-[current]:text-primary-text"
              >
                <Icon aria-hidden="true" size={20} className="shrink-0 max-lg:text-primary-text" />
                <span className="min-w-0 flex-1">
                  <span className="block max-lg:font-medium">{t(`nav.${view}`)}</span>
                  <span className="block text-sm text-ink-muted lg:hidden">{t(`nav.${view}Text`)}</span>
                </span>
                <ChevronRight
                  aria-hidden="true"
                  size={18}
                  className="shrink-0 text-ink-muted lg:hidden rtl:-scale-x-100"
                />
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
