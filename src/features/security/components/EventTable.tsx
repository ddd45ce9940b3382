import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { auditActions } from '#contract/security/audit-actions.ts'
import type { SecurityEvent } from '#contract/security/security-events.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { changeOf, factsOf, personPath, placeOf } from '../model/event-details.ts'

const TONES = { ok: 'neutral', refused: 'warning', failed: 'error' } as const

type Person = NonNullable<SecurityEvent['person']>

const linkClass = 'inline-flex min-h-11 items-center font-medium text-primary-text hover:underline'

/** Somebody of this client, with the way to their page. */
const PersonName = ({ person, isLinked }: { person: Person; isLinked: boolean }) => {
  const { t } = useTranslation('security')
  if (person.name === null) return t('row.gone', { id: person.id })
  if (!isLinked) return <bdi>{person.name}</bdi>
  return (
    <Link to={personPath(person.id)} className={linkClass}>
      <bdi className="wrap-anywhere">{person.name}</bdi>
    </Link>
  )
}

/** Whom or what it was done to, and what was there before and after. */
const Details = ({ event, isLinked }: { event: SecurityEvent; isLinked: boolean }) => {
  const { t } = useTranslation('security')
  const { about, object, detail } = event
  const change = changeOf(detail)
  const place = isLinked ? placeOf(object) : null
  const facts = factsOf(detail)
  if (!object && !change && !facts) return '–'
  return (
    <div className="max-w-md min-w-0 text-sm text-ink-muted">
      {about ? (
        <PersonName person={about} isLinked={isLinked} />
      ) : place ? (
        <Link to={place} className={linkClass}>
          <bdi dir="ltr">{object}</bdi>
        </Link>
      ) : (
        object && (
          <bdi dir="ltr" className="block wrap-anywhere">
            {object}
          </bdi>
        )
      )}
      {change && (
        <dl className="flex flex-wrap gap-x-4 text-ink">
          {(['from', 'to'] as const).map((side) => (
            <div key={side} className="flex min-w-0 gap-1">
              <dt className="text-ink-muted">{t(`row.${side}`)}</dt>
              <dd className="wrap-anywhere">
                <bdi>{String(change[side] ?? '–')}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {facts && (
        <bdi dir="ltr" className="block wrap-anywhere">
          {facts}
        </bdi>
      )}
    </div>
  )
}

/** Security events: cards on narrow screens. `isOwn`: of the client that the reader works in, so its pages can be opened. */
export const EventTable = ({ events, isOwn }: { events: readonly SecurityEvent[]; isOwn: boolean }) => {
  const { t } = useTranslation('security')
  const language = useLanguage()
  const columns = useMemo((): Column<SecurityEvent>[] => {
    // A code of a former version has no title.
    const titleOf = (code: string) => {
      const action = auditActions.find((each) => each === code)
      return action ? t(`action.${action}`) : code
    }
    return [
      {
        key: 'action',
        title: t('row.action'),
        names: true,
        cell: ({ action }) => (
          <span className="block min-w-0">
            <span className="block font-medium text-ink">{titleOf(action)}</span>
            <bdi dir="ltr" className="block font-mono text-sm text-ink-muted">
              {action}
            </bdi>
          </span>
        ),
      },
      {
        key: 'result',
        title: t('row.result'),
        cell: ({ result }) => <Badge tone={TONES[result]}>{t(`result.${result}`)}</Badge>,
      },
      {
        key: 'person',
        title: t('row.person'),
        cell: ({ person }) =>
          person === null ? t('row.nobody') : <PersonName person={person} isLinked={isOwn} />,
      },
      { key: 'at', title: t('row.at'), cell: ({ at }) => formatDate(at, language, { time: true }) },
      {
        key: 'detail',
        title: t('row.detail'),
        wide: true,
        cell: (event) => <Details event={event} isLinked={isOwn} />,
      },
      {
        key: 'network',
        title: t('row.network'),
        cell: ({ network }) => <bdi dir="ltr">{network ?? '–'}</bdi>,
      },
    ]
  }, [t, language, isOwn])
  return <RowTable label={t('title')} columns={columns} rows={events} keyOf={({ id }) => id} />
}
