import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import Copy from 'lucide-react/icons/copy'
import ExternalLink from 'lucide-react/icons/external-link'
import Pencil from 'lucide-react/icons/pencil'
import { workshopPeriods, type ManagedWorkshop } from '#contract/workshops/manage.ts'
import type { RegistrationStatus, WorkshopState } from '#contract/workshops/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { workshopListQuery, WORKSHOPS_PER_PAGE } from '../api/workshops.queries.ts'
import { registrationsAddress, WORKSHOP_FILTERS } from '../model/filters.ts'

/** The workshops with their numbers; each number opens its registrations. */
export const WorkshopList = () => {
  const { t } = useTranslation('workshops/admin')
  const list = useListFilters(WORKSHOP_FILTERS)
  const workshops = useQuery(workshopListQuery(list.filters))
  return (
    <ListShell
      list={list}
      query={workshops}
      page={workshops.data}
      perPage={WORKSHOPS_PER_PAGE}
      search={t('list.search')}
      filters={
        <Segmented
          legend={t('list.period')}
          className="sm:min-w-72"
          value={list.filters.period}
          options={workshopPeriods.map((value) => ({ value, label: t(`list.${value}`) }))}
          onChange={(period) => list.change({ period })}
        />
      }
      texts={{
        loading: t('list.loading'),
        failed: t('list.failed'),
        empty: {
          title: t('list.empty'),
          text: t('list.emptyText'),
          action: (
            <Link to="?edit=new" className={buttonClass()}>
              {t('new')}
            </Link>
          ),
        },
        none: t('list.none'),
      }}
      skeleton={{ rows: 4, className: 'h-44' }}
    >
      {(rows) => (
        <ul className="flex flex-col gap-4">
          {rows.map((workshop) => (
            <WorkshopCard key={workshop.id} workshop={workshop} />
          ))}
        </ul>
      )}
    </ListShell>
  )
}

export const STATE_TONES = {
  draft: 'neutral',
  open: 'success',
  closed: 'warning',
  cancelled: 'error',
  past: 'neutral',
} as const satisfies Record<WorkshopState, string>

const WorkshopCard = ({ workshop }: { workshop: ManagedWorkshop }) => {
  const { t } = useTranslation('workshops/admin')
  const language = useLanguage()
  return (
    <li className="card flex flex-col gap-4 p-4 sm:flex-row sm:p-5">
      <div className="hidden w-40 shrink-0 self-start overflow-hidden rounded-xl sm:block">
        <CourseCover title={workshop.title} src={workshop.cover} />
      </div>
      <div className="flex min-w-0 grow flex-col gap-3">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="text-lg font-semibold text-ink">
              <Link to={`?edit=${workshop.id}`} className="wrap-anywhere hover:underline">
                <bdi>{workshop.title}</bdi>
              </Link>
            </h2>
            <p className="mt-0.5 text-sm text-ink-muted">
              {formatDate(workshop.starts_at, language, { time: true, timeZone: workshop.time_zone })}
              {' · '}
              <bdi>{workshop.place || (workshop.is_online ? t('list.online') : workshop.time_zone)}</bdi>
            </p>
          </div>
          <Badge tone={STATE_TONES[workshop.state]} className="shrink-0">
            {t(`state.${workshop.state}`)}
          </Badge>
        </div>
        <Seats workshop={workshop} />
        <Numbers workshop={workshop} />
        <CardActions workshop={workshop} />
      </div>
    </li>
  )
}

const Seats = ({ workshop: { capacity, seats_left: left } }: { workshop: ManagedWorkshop }) => {
  const { t } = useTranslation('workshops/admin')
  if (capacity === null || left === null) return null
  const taken = capacity - left
  return (
    <div>
      <div className="h-2 overflow-hidden rounded-full bg-surface-sunken" aria-hidden="true">
        <div
          className="h-full rounded-full bg-primary"
          style={{ inlineSize: `${Math.min(100, (taken / capacity) * 100)}%` }}
        />
      </div>
      <p className="mt-1 text-sm text-ink-muted">{t('list.seats', { taken, capacity })}</p>
    </div>
  )
}

const SHOWN: readonly RegistrationStatus[] = [
  'confirmed',
  'registered',
  'offered',
  'waiting',
  'attended',
  'no_show',
]

/** Only numbers that say something. */
const Numbers = ({ workshop }: { workshop: ManagedWorkshop }) => {
  const { t } = useTranslation('workshops/admin')
  const language = useLanguage()
  const shown = SHOWN.filter((status) => workshop.counts[status] > 0)
  if (shown.length === 0) return <p className="text-sm text-ink-muted">{t('list.nobody')}</p>
  return (
    <ul className="-ms-3 flex flex-wrap">
      {shown.map((status) => (
        <li key={status}>
          <Link
            to={registrationsAddress({ workshop: workshop.id, status })}
            className="inline-flex min-h-11 items-center gap-2 rounded-lg px-3 text-sm text-ink-muted hover:bg-surface-sunken hover:text-ink"
          >
            <span className="text-base font-semibold tabular-nums text-ink">
              {formatNumber(workshop.counts[status], language)}
            </span>
            {t(`status.${status}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const CardActions = ({ workshop }: { workshop: ManagedWorkshop }) => {
  const { t } = useTranslation('workshops/admin')
  const notify = useNotify()
  const address = new URL(paths.workshop(workshop.code), window.location.origin).href
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      notify({ kind: 'success', title: t('list.copied') })
    } catch {
      notify({ kind: 'error', title: t('list.notCopied'), message: address })
    }
  }
  const isPublic = workshop.state !== 'draft'
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Link to={`?edit=${workshop.id}`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        <Pencil aria-hidden="true" size={16} />
        {t('list.edit')}
      </Link>
      {isPublic && (
        <span className="flex min-w-0 items-center gap-1">
          <a
            href={paths.workshop(workshop.code)}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 min-w-0 items-center gap-1.5 px-2 text-sm font-medium text-primary-text hover:underline"
          >
            <bdi className="truncate">{paths.workshop(workshop.code)}</bdi>
            <ExternalLink aria-hidden="true" size={14} className="shrink-0" />
            <span className="sr-only">{t('list.opens')}</span>
          </a>
          <IconButton
            label={t('list.copy')}
            icon={<Copy aria-hidden="true" size={18} />}
            onClick={() => void copy()}
          />
        </span>
      )}
    </div>
  )
}
