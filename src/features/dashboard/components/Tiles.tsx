import Activity from 'lucide-react/icons/activity'
import Award from 'lucide-react/icons/award'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Clock from 'lucide-react/icons/clock'
import UserPlus from 'lucide-react/icons/user-plus'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { GOAL_PERCENT } from '#contract/attendance/rules.ts'
import type { RowKind } from '#contract/dashboard/rows.ts'
import { wholePercent } from '#contract/percent.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { formatDuration, formatMoney, formatNumber, formatPercent } from '#src/shared/lib/format.ts'
import { changeOf } from '../model/change.ts'
import { rowsLink } from '../model/links.ts'
import type { Dashboard } from '../model/dashboard.ts'
import { Tile } from './Tile.tsx'

const COUNTS = [
  ['active', Activity],
  ['joined', UserPlus],
  ['enrolled', ClipboardList],
  ['completed', Award],
] as const

/** The numbers of the period. Each opens the rows that it is made of. */
export const Tiles = ({ dashboard }: { dashboard: Dashboard }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const { now, before } = dashboard
  const number = (value: number) => formatNumber(value, language)
  const time = (seconds: number) => formatDuration(seconds / 60, language)
  return (
    <section aria-label={t('tiles.label')}>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {COUNTS.map(([kind, Icon]) => (
          <LinkedTile key={kind} kind={kind} dashboard={dashboard} icon={<Icon size={20} />}>
            {{
              value: number(now[kind]),
              before: number(before[kind]),
              change: changeOf(now[kind], before[kind]),
            }}
          </LinkedTile>
        ))}
        <LinkedTile kind="active" label={t('tiles.study')} dashboard={dashboard} icon={<Clock size={20} />}>
          {{
            value: time(now.study_seconds),
            before: time(before.study_seconds),
            change: changeOf(now.study_seconds, before.study_seconds),
          }}
        </LinkedTile>
        <AssessmentTile dashboard={dashboard} />
        <AttendanceTile dashboard={dashboard} />
        {dashboard.revenue?.map((money) => {
          const net = money.sold_minor - money.refunded_minor
          const text = (minor: number) =>
            formatMoney(minor, money.currency, language, { trailingZeroDisplay: 'stripIfInteger' })
          return (
            <LinkedTile key={money.currency} kind="revenue" dashboard={dashboard} icon={<Wallet size={20} />}>
              {{
                value: text(net),
                before: text(money.former_net_minor),
                change: changeOf(net, money.former_net_minor),
                ...(money.refunded_minor > 0 && {
                  note: t('tiles.refunded', { amount: text(money.refunded_minor) }),
                }),
              }}
            </LinkedTile>
          )
        })}
      </ul>
    </section>
  )
}

type LinkedProps = {
  kind: RowKind
  label?: string
  dashboard: Dashboard
  icon: ReactNode
  children: Pick<Parameters<typeof Tile>[0], 'value' | 'before' | 'change' | 'note'>
}

const LinkedTile = ({ kind, label, dashboard: { period }, icon, children }: LinkedProps) => {
  const { t } = useTranslation('dashboard')
  const [address] = useSearchParams()
  return (
    <Tile
      label={label ?? t(`tiles.${kind}`)}
      icon={icon}
      to={rowsLink(address, { kind, from: period.from, to: period.to })}
      {...children}
    />
  )
}

const AssessmentTile = ({ dashboard }: { dashboard: Dashboard }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'assessment'))
  const { now, before } = dashboard
  if (isOff) return null
  return (
    <LinkedTile kind="submitted" dashboard={dashboard} icon={<ClipboardCheck size={20} />}>
      {{
        value: formatNumber(now.submitted, language),
        before: formatNumber(before.submitted, language),
        change: changeOf(now.submitted, before.submitted),
        ...(now.judged > 0 && {
          note: t('tiles.passed', { percent: formatPercent(now.passed / now.judged, language) }),
        }),
      }}
    </LinkedTile>
  )
}

const AttendanceTile = ({ dashboard }: { dashboard: Dashboard }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'attendance'))
  const { now, before } = dashboard
  const percent = ({ attended, held }: Dashboard['now']) =>
    held === 0
      ? t('tiles.none')
      : formatPercent(wholePercent((attended / held) * 100, [GOAL_PERCENT]) / 100, language)
  // Of percentages, what matters is the number before: a share of a share says nothing.
  const direction = changeOf(now.attended * before.held, before.attended * now.held)
  if (isOff) return null
  return (
    <LinkedTile kind="attendance" dashboard={dashboard} icon={<CalendarCheck size={20} />}>
      {{
        value: percent(now),
        before: percent(before),
        change:
          now.held === 0 || before.held === 0
            ? null
            : direction.kind === 'same'
              ? direction
              : { ...direction, ratio: null },
        ...(now.held > 0 && {
          note: t('tiles.attended', {
            attended: formatNumber(now.attended, language),
            held: formatNumber(now.held, language),
          }),
        }),
      }}
    </LinkedTile>
  )
}
