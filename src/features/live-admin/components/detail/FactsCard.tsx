import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useTimes } from '../../hooks/use-times.ts'

const namesOf = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(', ')

/** What was planned. */
export const FactsCard = ({ session }: { session: StaffSessionDetail }) => {
  const { t } = useTranslation('live-admin')
  const language = useLanguage()
  const { form, series } = session
  return (
    <Card className="flex flex-col gap-5">
      {form.description !== '' && (
        <p dir="auto" className="max-w-reading whitespace-pre-line text-ink">
          {form.description}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-3">
        <Fact label={t('list.kind')}>{t(`kind.${session.kind}`)}</Fact>
        {session.course && (
          <Fact label={t('form.course')}>
            <bdi>{session.course.title}</bdi>
          </Fact>
        )}
        <Fact label={t('form.hosts')}>
          <bdi>{namesOf(session.hosts)}</bdi>
        </Fact>
        <Fact label={t('form.audience')}>
          <Audience session={session} />
        </Fact>
        {series && (
          <Fact label={t('detail.series')}>
            <Series series={series} />
          </Fact>
        )}
        <Fact label={t('form.where')} isWide>
          {form.meeting_url ? (
            <a
              href={form.meeting_url}
              target="_blank"
              rel="noreferrer"
              dir="ltr"
              className="break-all text-sm text-primary-text underline"
            >
              {form.meeting_url}
            </a>
          ) : (
            t(`provider.${session.provider}`)
          )}
        </Fact>
        {session.kind === 'class' && session.capacity !== null && (
          <Fact label={t('form.capacity')}>{formatNumber(session.capacity, language)}</Fact>
        )}
        <Fact label={t('form.consent')}>{t(`consent.${form.consent_rule}`)}</Fact>
      </dl>
    </Card>
  )
}

type FactProps = { label: string; children: ReactNode; isWide?: boolean }

/** `isWide`: with a line of its own on a phone. */
const Fact = ({ label, children, isWide = false }: FactProps) => (
  <div className={cx('min-w-0', isWide && 'max-sm:col-span-2')}>
    <dt className="text-sm text-ink-muted">{label}</dt>
    <dd className="mt-0.5 text-ink">{children}</dd>
  </div>
)

const Audience = ({ session }: { session: StaffSessionDetail }) => {
  const { t } = useTranslation('live-admin')
  if (session.kind === 'webinar')
    return session.capacity === null
      ? t('row.registered', { count: session.invited })
      : t('detail.seats', { taken: session.invited, seats: session.capacity })
  return (
    <>
      {t(`audience.${session.audience}`)} · {t('notes.learners', { count: session.invited })}
    </>
  )
}

const Series = ({ series }: { series: NonNullable<StaffSessionDetail['series']> }) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  return t('detail.seriesText', {
    days: series.weekdays
      .map((weekday) => times.weekday(`2026-01-${String(4 + weekday).padStart(2, '0')}`))
      .join(', '),
    until: times.longDay(series.last_on),
    count: series.remaining,
  })
}
