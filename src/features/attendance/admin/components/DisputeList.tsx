import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZE_DEFAULT } from '#contract/common.ts'
import { REASON_MAX } from '#contract/attendance/attendance.ts'
import { attendanceStatuses, type AttendanceStatus } from '#contract/attendance/rules.ts'
import type { StaffDispute } from '#contract/attendance/sheets.ts'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { STATUS_TONES } from '../../model/status.ts'
import { disputesQuery, useAnswer } from '../api/sheets.queries.ts'
import { DISPUTE_FILTERS, disputeStates, type DisputeState } from '../model/list-filters.ts'

/** What learners say about their marks: open ones first. */
export const DisputeList = () => {
  const { t } = useTranslation('attendance/admin')
  const list = useListFilters(DISPUTE_FILTERS)
  const { state } = list.filters
  const query = useQuery(disputesQuery(list.filters))
  return (
    <ListShell
      list={list}
      query={query}
      page={query.data}
      perPage={PAGE_SIZE_DEFAULT}
      search={t('disputes.search')}
      filters={
        <Segmented
          legend={t('disputes.state')}
          className="min-w-56"
          value={state}
          options={disputeStates.map((value) => ({ value, label: t(`disputes.${value}`) }))}
          onChange={(next: DisputeState) => list.change({ state: next })}
        />
      }
      texts={{
        loading: t('disputes.loading'),
        failed: t('disputes.failed'),
        empty: { title: t(`disputes.empty_${state}`) },
        none: t('disputes.none'),
      }}
      skeleton={{ rows: 3, className: 'h-40' }}
    >
      {(rows) => (
        <ul className="flex flex-col gap-3">
          {rows.map((dispute) => (
            <li key={dispute.id}>
              <DisputeCard dispute={dispute} />
            </li>
          ))}
        </ul>
      )}
    </ListShell>
  )
}

const DisputeCard = ({ dispute }: { dispute: StaffDispute }) => {
  const { t } = useTranslation('attendance/admin')
  const language = useLanguage()
  const { status, minutes } = dispute
  const facts = [
    formatDate(dispute.session.starts_at, language, { time: true }),
    isolated(dispute.session.title),
    dispute.course && isolated(dispute.course.title),
    minutes !== null && t('panel.minutes', { minutes, length: dispute.length_minutes }),
  ].filter((part) => typeof part === 'string')
  return (
    <article className="card p-4 sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-lg font-semibold text-ink">
          <bdi>{dispute.learner.name}</bdi>
        </h2>
        <Badge tone={status ? STATUS_TONES[status] : 'neutral'} className="shrink-0">
          {t(`status.${status ?? 'none'}`)}
        </Badge>
      </div>
      <p className="text-sm text-ink-muted">{facts.join(' · ')}</p>
      <blockquote className="mt-3 border-s-4 border-line-strong ps-3 text-ink">
        <bdi>{dispute.text}</bdi>
      </blockquote>
      {dispute.answer === null ? (
        <AnswerForm dispute={dispute} />
      ) : (
        <p className="mt-3 text-sm text-ink">{t('disputes.answer', { answer: isolated(dispute.answer) })}</p>
      )}
    </article>
  )
}

type Choice = AttendanceStatus | 'keep'
const EMPTY: { answer: string; status: Choice } = { answer: '', status: 'keep' }

const AnswerForm = ({ dispute }: { dispute: StaffDispute }) => {
  const { t } = useTranslation('attendance/admin')
  const notify = useNotify()
  const { form, change, settle } = useDraftForm(`attendance-answer-${dispute.id}`, EMPTY)
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error } = useAnswer(dispute.id)
  const send = () => {
    const answer = form.answer.trim()
    setMissing(answer === '')
    if (answer === '') return
    mutate(
      { answer, status: form.status === 'keep' ? null : form.status },
      {
        onSuccess: () => {
          settle(EMPTY)
          notify({ kind: 'success', title: t('disputes.sent') })
        },
      },
    )
  }
  const options = [
    { value: 'keep' as const, label: t('disputes.keep') },
    ...attendanceStatuses.map((value) => ({
      value,
      label: t('disputes.change', { status: t(`status.${value}`) }),
    })),
  ]
  return (
    <form
      className="mt-4 grid gap-3 sm:grid-cols-[1fr_14rem]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field
        label={t('disputes.reason')}
        error={isMissing ? t('disputes.required') : null}
        className="sm:col-span-2"
        required
      >
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={REASON_MAX}
            value={form.answer}
            onChange={({ target }) => {
              change({ answer: target.value })
              setMissing(false)
            }}
          />
        )}
      </Field>
      <Field label={t('disputes.mark')}>
        {(control) => (
          <Select<Choice>
            {...control}
            value={form.status}
            options={options}
            onChange={(status) => change({ status })}
          />
        )}
      </Field>
      <Button type="submit" className="self-end" pending={isPending}>
        {t('disputes.send')}
      </Button>
      {error && (
        <Alert kind="error" className="sm:col-span-2">
          {errorText(error, t('disputes.notSent'))}
        </Alert>
      )}
    </form>
  )
}
