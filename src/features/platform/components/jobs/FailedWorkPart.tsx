import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { retryableKinds, type FailedWork, type RetryableKind } from '#contract/platform/jobs.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatRelative } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { failedWorkQuery, useRetryWork } from '../../api/jobs.queries.ts'

/** More on each press: a hundred cards are twenty screens of a phone. */
const SHOWN_AT_ONCE = 5

const retryable = (work: readonly FailedWork[]) =>
  work.flatMap(({ kind, client, id }) => {
    const known: RetryableKind | undefined = retryableKinds.find((each) => each === kind)
    return known ? [{ kind: known, client_id: client.id, id }] : []
  })

const RetryButton = ({
  work,
  label,
  name,
}: {
  work: readonly FailedWork[]
  label: string
  name?: string
}) => {
  const { t } = useTranslation('platform')
  const notify = useNotify()
  const { mutate, isPending } = useRetryWork()
  const asked = retryable(work)
  if (asked.length === 0) return null
  return (
    <Button
      variant="secondary"
      size="sm"
      pending={isPending}
      aria-label={name}
      onClick={() =>
        mutate(asked, {
          onSuccess: ({ retried }) =>
            notify({ kind: 'success', title: t('work.retried', { count: retried }) }),
          onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
        })
      }
    >
      {label}
    </Button>
  )
}

/** What was given up in any client, newest first. */
export const FailedWorkPart = () => {
  const { t } = useTranslation('platform')
  const work = useQuery(failedWorkQuery())
  const rows = work.data?.results ?? []
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold text-ink">{t('work.title')}</h2>
          <p className="text-sm text-ink-muted">{t('work.text')}</p>
        </div>
        {rows.length > 1 && <RetryButton work={rows} label={t('work.retryAll')} />}
      </div>
      {work.data?.count === 0 ? (
        <p role="status" className="text-ink">
          {t('work.empty')}
        </p>
      ) : (
        <ListStates
          rows={work.data?.results}
          query={work}
          texts={{ loading: t('work.loading'), failed: t('work.failed'), empty: { title: t('work.empty') } }}
          skeleton={{ rows: 1, className: 'h-16' }}
        >
          {(results) => <WorkTable work={results} now={work.dataUpdatedAt} />}
        </ListStates>
      )}
      {work.data && work.data.count > rows.length && (
        <p className="text-sm text-ink-muted">{t('work.more', { count: work.data.count - rows.length })}</p>
      )}
    </section>
  )
}

const WorkTable = ({ work, now }: { work: readonly FailedWork[]; now: number }) => {
  const { t } = useTranslation('platform')
  const language = useLanguage()
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const columns = useMemo(
    (): Column<FailedWork>[] => [
      {
        key: 'kind',
        title: t('work.kind'),
        names: true,
        cell: ({ kind }) => <span className="font-medium text-ink">{t(`work.kinds.${kind}`)}</span>,
      },
      { key: 'client', title: t('clients.name'), cell: ({ client }) => <bdi>{client.name}</bdi> },
      {
        key: 'at',
        title: t('work.at'),
        cell: ({ at, tries }) =>
          [formatRelative(at, language, now), tries > 0 && t('work.tries', { count: tries })]
            .filter(Boolean)
            .join(' · '),
      },
      {
        key: 'message',
        title: t('work.message'),
        wide: true,
        cell: ({ message }) =>
          message === null ? null : (
            <bdi dir="ltr" className="block max-w-md wrap-anywhere">
              {message}
            </bdi>
          ),
      },
      {
        key: 'actions',
        title: t('clients.actions'),
        actions: true,
        cell: (one) => (
          <RetryButton
            work={[one]}
            label={t('work.retry')}
            name={t('work.retryNamed', { kind: t(`work.kinds.${one.kind}`), client: one.client.name })}
          />
        ),
      },
    ],
    [t, language, now],
  )
  return (
    <>
      <RowTable
        label={t('work.title')}
        columns={columns}
        rows={work.slice(0, shown)}
        keyOf={({ kind, client, id }) => `${kind} ${client.id} ${id}`}
      />
      {work.length > shown && (
        <Button
          variant="secondary"
          className="mt-4 self-center"
          onClick={() => setShown(shown + 4 * SHOWN_AT_ONCE)}
        >
          {t('work.showMore', { count: work.length - shown })}
        </Button>
      )}
    </>
  )
}
