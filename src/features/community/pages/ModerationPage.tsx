import { parseId } from '#src/shared/lib/parse-id.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { settleReport, type listReports } from '#contract/community/moderation.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { formatRelative } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { communityKeys, reportsQuery } from '../api/community.queries.ts'
import { failureMessage } from '../api/failure.ts'
import { ThreadSkeletons } from '../components/threads/ThreadCard.tsx'
import { commentAnchor } from '../model/ids.ts'
import { THREADS_PER_PAGE } from '../model/posts.ts'

type Report = ResponseOf<typeof listReports>['results'][number]
const REASON_MAX = 500

/** /community/moderation: what people reported, oldest first; a reason goes with each decision. */
export const ModerationPage = () => {
  const { t } = useTranslation('community')
  const [address, setAddress] = useSearchParams()
  const page = parseId(address.get('page') ?? undefined) ?? 1
  const reports = useQuery(reportsQuery(page))
  const online = useOnline()
  return (
    <div className="mx-auto w-full max-w-4xl">
      <PageHeader
        title={t('moderation.title')}
        text={t('moderation.intro')}
        above={
          <Link to={paths.community} className="text-primary-text hover:underline">
            {t('detail.back')}
          </Link>
        }
      />
      <ListState
        items={reports.data?.results}
        failed={reports.isError}
        offline={!online}
        filtered={false}
        loadingLabel={t('moderation.loading')}
        skeleton={<ThreadSkeletons count={2} />}
        empty={{ title: t('moderation.empty'), text: t('moderation.emptyHint') }}
        emptyFiltered={{ title: '', clearLabel: '', onClear: () => undefined }}
        error={{
          title: t('moderation.error'),
          retryLabel: t('comments.retry'),
          onRetry: () => void reports.refetch(),
        }}
        offlineMessage={{ title: t('list.offline') }}
      >
        {(items) => (
          <ul className="flex flex-col gap-4">
            {items.map((item) => (
              <li key={item.id}>
                <ReportCard report={item} now={reports.dataUpdatedAt} />
              </li>
            ))}
          </ul>
        )}
      </ListState>
      <Pagination
        page={page}
        pages={Math.ceil((reports.data?.count ?? 0) / THREADS_PER_PAGE)}
        texts={{
          label: t('list.pages'),
          previous: t('list.previousPage'),
          next: t('list.nextPage'),
          page: (number) => t('list.page', { page: number }),
        }}
        onPage={(next) => setAddress(next > 1 ? { page: String(next) } : {})}
      />
    </div>
  )
}

const ReportCard = ({ report, now }: { report: Report; now: number }) => {
  const { t } = useTranslation('community')
  const language = useLanguage()
  const [reason, setReason] = useState('')
  const settle = useSettle(report.id)
  const anchor = report.subject_type === 'comment' ? `#${commentAnchor(report.subject_id)}` : ''
  const missing = reason.trim() === ''
  return (
    <Card as="article" aria-labelledby={`report-${report.id}`}>
      <div className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
        <Badge tone="warning">{t(`report.reasons.${report.reason}`)}</Badge>
        <span>{t('moderation.reports', { count: report.reports })}</span>
        <span>{formatRelative(report.created_at, language, now)}</span>
      </div>
      <h2 id={`report-${report.id}`} dir="auto" className="mt-2 font-semibold">
        <Link to={`${paths.thread(report.thread_id)}${anchor}`} className="hover:underline">
          {report.title}
        </Link>
      </h2>
      {report.author && (
        <p className="text-sm text-ink-muted">
          <bdi>{report.author.name || report.author.user_name}</bdi>
        </p>
      )}
      <blockquote dir="auto" className="mt-2 border-s-2 border-line-strong ps-3">
        {report.excerpt}
      </blockquote>
      {report.note && (
        <p dir="auto" className="mt-2 text-sm text-ink-muted">
          {report.note}
        </p>
      )}
      <Field label={t('moderation.reason')} hint={t('moderation.reasonHint')} className="mt-4">
        {(control) => (
          <TextInput
            {...control}
            maxLength={REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          disabled={missing}
          pending={settle.isPending}
          onClick={() => settle.mutate({ decision: 'keep', reason: reason.trim() })}
        >
          {t('moderation.keep')}
        </Button>
        <Button
          variant="danger"
          disabled={missing}
          pending={settle.isPending}
          onClick={() => settle.mutate({ decision: 'remove', reason: reason.trim() })}
        >
          {t('moderation.remove')}
        </Button>
      </div>
    </Card>
  )
}

const useSettle = (reportId: number) => {
  const { t } = useTranslation('community')
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: (body: { decision: 'keep' | 'remove'; reason: string }) =>
      authedCall(settleReport, { params: { reportId }, body }),
    onSuccess: (_, { decision }) => {
      notify({ kind: 'success', title: t(decision === 'keep' ? 'moderation.kept' : 'moderation.removed') })
      void client.invalidateQueries({ queryKey: communityKeys.lists })
      return client.invalidateQueries({ queryKey: communityKeys.allReports })
    },
    onError: (error) =>
      notify({
        kind: 'error',
        title: t('moderation.failed'),
        message: failureMessage(error, t('failed.again')),
      }),
  })
}
