import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { settleReport, type listReports } from '#contract/community/moderation.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { listSchema } from '#src/core/lists/list-filters.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { formatRelative } from '#src/shared/lib/format.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { communityKeys, reportsQuery } from '../api/community.queries.ts'
import { failureMessage } from '../api/failure.ts'
import { commentAnchor } from '../model/ids.ts'
import { THREADS_PER_PAGE } from '../model/posts.ts'

type Report = ResponseOf<typeof listReports>['results'][number]
const REASON_MAX = 500

const REPORT_FILTERS = listSchema({})

/** /community/moderation: reported posts, oldest first; each decision needs a reason. */
export const ModerationPage = () => {
  const { t } = useTranslation('community')
  const list = useListFilters(REPORT_FILTERS)
  const reports = useQuery(reportsQuery(list.filters.page))
  return (
    <div className="mx-auto w-full max-w-4xl">
      <PageHeader
        title={t('moderation.title')}
        text={t('moderation.intro')}
        above={<BackLink to={paths.community}>{t('detail.back')}</BackLink>}
      />
      <ListShell
        list={list}
        query={reports}
        page={reports.data}
        perPage={THREADS_PER_PAGE}
        texts={{
          loading: t('moderation.loading'),
          failed: t('moderation.error'),
          empty: { title: t('moderation.empty'), text: t('moderation.emptyHint') },
        }}
        skeleton={{ rows: 2, className: 'h-40' }}
      >
        {(rows) => (
          <ul className="flex flex-col gap-4">
            {rows.map((report) => (
              <li key={report.id}>
                <ReportCard report={report} now={reports.dataUpdatedAt} />
              </li>
            ))}
          </ul>
        )}
      </ListShell>
    </div>
  )
}

const ReportCard = ({ report, now }: { report: Report; now: number }) => {
  const { t } = useTranslation('community')
  const language = useLanguage()
  const [reason, setReason] = useState('')
  const settle = useSettle(report.id)
  const anchor = report.subject_type === 'comment' ? `#${commentAnchor(report.subject_id)}` : ''
  const isReasonMissing = reason.trim() === ''
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
          disabled={isReasonMissing}
          pending={settle.isPending}
          onClick={() => settle.mutate({ decision: 'keep', reason: reason.trim() })}
        >
          {t('moderation.keep')}
        </Button>
        <Button
          variant="danger"
          disabled={isReasonMissing}
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
