import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { OCCURRENCES_MAX } from '#contract/live/zone-time.ts'
import type { PlanCheck } from '#contract/live/admin/sessions.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useTimes } from '../../hooks/use-times.ts'
import { sessionLink } from '../../model/planner-address.ts'
import type { TypedSession } from '../../model/session-form.ts'

type Props = {
  form: TypedSession
  plan: { data: PlanCheck | undefined; isError: boolean }
}

/** What the plan means: who may come, how many sessions, what else is at that time. It follows every change. */
export const PlanNotes = ({ form, plan }: Props) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  const { data } = plan
  return (
    <Card as="section" aria-label={t('notes.title')} className="flex flex-col gap-4 lg:sticky lg:top-20">
      <h2 className="text-lg font-semibold text-ink">{t('notes.title')}</h2>
      {!data ? (
        <p className="text-sm text-ink-muted">{t(plan.isError ? 'notes.failed' : 'notes.waiting')}</p>
      ) : (
        <>
          <dl className="flex flex-col gap-3 text-sm">
            <Fact label={t('notes.start')} value={data.first ? times.full(data.first.starts_at) : '–'} />
            {form.repeats && (
              <Fact label={t('notes.sessions')} value={t('notes.count', { count: data.sessions })} />
            )}
            <Fact
              label={t('notes.audience')}
              value={
                data.audience_count === null
                  ? t('notes.registration')
                  : t('notes.learners', { count: data.audience_count })
              }
            />
          </dl>
          {data.is_past && <Alert kind="warning" title={t('notes.past')} />}
          {data.sessions > OCCURRENCES_MAX && (
            <Alert kind="error" title={t('notes.tooMany', { max: OCCURRENCES_MAX })} />
          )}
          {data.audience_count === 0 && <Alert kind="warning" title={t('notes.nobody')} />}
          <Conflicts conflicts={data.conflicts} />
        </>
      )}
    </Card>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3">
    <dt className="text-ink-muted">{label}</dt>
    <dd className="font-medium text-ink">{value}</dd>
  </div>
)

const Conflicts = ({ conflicts }: Pick<PlanCheck, 'conflicts'>) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  if (conflicts.length === 0) return <p className="text-sm text-success-text">{t('notes.free')}</p>
  return (
    <Alert kind="warning" title={t('notes.conflicts', { count: conflicts.length })}>
      <ul className="mt-1 flex flex-col gap-2">
        {conflicts.map(({ session_id: id, title, starts_at: startsAt, ends_at: endsAt, hosts, learners }) => (
          <li key={id}>
            <Link to={sessionLink(id)} className="font-medium underline">
              <bdi>{title}</bdi>
            </Link>
            <span className="block text-ink-muted">
              {times.full(startsAt)} – {times.time(endsAt)}
            </span>
            {hosts.length > 0 && (
              <span className="block">
                {t('notes.sameHost', { names: hosts.map(({ name }) => name).join(', ') })}
              </span>
            )}
            {learners > 0 && <span className="block">{t('notes.sameLearners', { count: learners })}</span>}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
