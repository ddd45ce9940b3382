import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import CalendarDays from 'lucide-react/icons/calendar-days'
import MapPin from 'lucide-react/icons/map-pin'
import Users from 'lucide-react/icons/users'
import type { PublicWorkshop } from '#contract/workshops/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { differsHere, rangeText, zoneName } from '../model/time.ts'

/** What the workshop is, when and where. */
export const WorkshopIntro = ({ workshop }: { workshop: PublicWorkshop }) => (
  <article className="min-w-0">
    <div className="overflow-hidden rounded-2xl">
      <CourseCover title={workshop.title} src={workshop.cover} className="max-h-72" />
    </div>
    <h1 tabIndex={-1} className="mt-5 text-2xl font-bold tracking-tight text-ink sm:text-3xl">
      <bdi>{workshop.title}</bdi>
    </h1>
    <Facts workshop={workshop} />
    {workshop.description.trim() !== '' && (
      <div className="mt-6 flex max-w-reading flex-col gap-4 leading-7 text-ink">
        {workshop.description
          .split(/\n{2,}/)
          .filter((text) => text.trim() !== '')
          .map((text, index) => (
            <p key={index} dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
          ))}
      </div>
    )}
  </article>
)

const Facts = ({ workshop }: { workshop: PublicWorkshop }) => {
  const { t } = useTranslation('workshops')
  const language = useLanguage()
  return (
    <dl className="mt-5 flex flex-col gap-4">
      <Fact icon={<CalendarDays aria-hidden="true" size={20} />} label={t('facts.when')}>
        <span className="font-medium">
          {t('facts.hostTime', {
            time: rangeText(workshop, language, workshop.time_zone),
            zone: zoneName(workshop.time_zone),
          })}
        </span>
        {differsHere(workshop) && (
          <span className="block text-sm text-ink-muted">
            {t('facts.yourTime', { time: rangeText(workshop, language) })}
          </span>
        )}
      </Fact>
      {(workshop.place !== '' || workshop.is_online) && (
        <Fact icon={<MapPin aria-hidden="true" size={20} />} label={t('facts.where')}>
          {workshop.place !== '' && <bdi className="block font-medium wrap-anywhere">{workshop.place}</bdi>}
          {workshop.is_online && (
            <span className={workshop.place === '' ? 'font-medium' : 'block text-sm text-ink-muted'}>
              {t('facts.online')}
            </span>
          )}
        </Fact>
      )}
      {workshop.state === 'open' && (
        <Fact icon={<Users aria-hidden="true" size={20} />} label={t('facts.seats')}>
          <span className="font-medium">
            <SeatsText workshop={workshop} />
          </span>
        </Fact>
      )}
    </dl>
  )
}

const SeatsText = ({ workshop: { capacity, seats_left: left } }: { workshop: PublicWorkshop }) => {
  const { t } = useTranslation('workshops')
  if (capacity === null || left === null) return t('facts.unlimited')
  if (left < 1) return t('facts.full', { capacity })
  return t('facts.seatsLeft', { count: left, capacity })
}

const Fact = ({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) => (
  <div className="relative min-h-10 ps-13">
    <dt className="text-sm text-ink-muted">
      <span className="absolute start-0 top-0 grid size-10 place-items-center rounded-xl bg-primary-soft text-primary-text">
        {icon}
      </span>
      {label}
    </dt>
    <dd className="text-ink">{children}</dd>
  </div>
)
