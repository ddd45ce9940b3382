import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isDeletable, type EditedJob } from '#contract/job-applications/editor.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { useJobState, type StateChange } from '../../api/editor.queries.ts'
import { DeleteJob } from './DeleteJob.tsx'
import { EditorSection } from './EditorSection.tsx'
import { DeadlineDialog, ScheduleDialog } from './StateDialogs.tsx'

type Props = {
  job: EditedJob
  today: string
  /** Unsaved changes: learners would see the former job. */
  isChanged: boolean
  onChanged: (job: EditedJob) => void
  onDeleted: () => void
}

type Question = 'schedule' | 'extend' | null

/** Whether learners see the job, and the steps from here. */
export const StateCard = ({ job, today, isChanged, onChanged, onDeleted }: Props) => {
  const { t } = useTranslation('recruiting/editor')
  const notify = useNotify()
  const [question, setQuestion] = useState<Question>(null)
  const change = useJobState(job.id)
  const send = (body: StateChange, done: string) =>
    change.mutate(body, {
      onSuccess: (next) => {
        setQuestion(null)
        onChanged(next)
        notify({ kind: 'success', title: done })
      },
    })
  const isOver = job.document.deadline < today
  return (
    <EditorSection title={t('state.title')}>
      <StateLine job={job} />
      {isChanged && job.state !== 'open' && (
        <p className="text-sm text-warning-text">{t('state.saveFirst')}</p>
      )}
      {Boolean(change.error) && <Alert kind="error" title={errorText(change.error, t('state.failed'))} />}
      <div className="flex flex-col gap-2">
        <Steps
          job={job}
          isOver={isOver}
          isChanged={isChanged}
          isPending={change.isPending}
          onSend={send}
          onAsk={setQuestion}
        />
        {isDeletable(job) && <DeleteJob job={job} onDeleted={onDeleted} />}
      </div>
      <ScheduleDialog
        key={`schedule-${job.opens_at}`}
        open={question === 'schedule'}
        start={job.opens_at}
        isPending={change.isPending}
        onClose={() => setQuestion(null)}
        onSend={(opensAt) => send({ state: 'scheduled', opens_at: opensAt }, t('state.scheduled'))}
      />
      <DeadlineDialog
        key={`deadline-${job.document.deadline}`}
        open={question === 'extend'}
        start={job.document.deadline}
        today={today}
        isPending={change.isPending}
        onClose={() => setQuestion(null)}
        onSend={(deadline) => send({ state: 'open', deadline }, t('state.extended'))}
      />
    </EditorSection>
  )
}

type StepProps = {
  job: EditedJob
  isOver: boolean
  isChanged: boolean
  isPending: boolean
  onSend: (body: StateChange, done: string) => void
  onAsk: (question: Question) => void
}

const Steps = ({ job, isOver, isChanged, isPending, onSend, onAsk }: StepProps) => {
  const { t } = useTranslation('recruiting/editor')
  const { state } = job
  const isPrepared = state === 'draft' || state === 'scheduled'
  return (
    <>
      {isPrepared && (
        <>
          <Button
            block
            pending={isPending}
            disabled={isChanged}
            onClick={() => onSend({ state: 'open' }, t('state.published'))}
          >
            {t('state.publish')}
          </Button>
          <Button block variant="secondary" disabled={isChanged} onClick={() => onAsk('schedule')}>
            {t(state === 'scheduled' ? 'state.reschedule' : 'state.schedule')}
          </Button>
        </>
      )}
      {state === 'scheduled' && (
        <Button block variant="ghost" onClick={() => onSend({ state: 'draft' }, t('state.unscheduled'))}>
          {t('state.unschedule')}
        </Button>
      )}
      {!isPrepared && (state === 'open' || isOver) && (
        <Button block variant="secondary" onClick={() => onAsk('extend')}>
          {t(state === 'open' ? 'state.extend' : 'state.reopenWith')}
        </Button>
      )}
      {state === 'open' && !isOver && (
        <Button
          block
          variant="secondary"
          pending={isPending}
          onClick={() => onSend({ state: 'closed' }, t('state.closedNow'))}
        >
          {t('state.close')}
        </Button>
      )}
      {state === 'closed' && !isOver && (
        <Button
          block
          variant="secondary"
          pending={isPending}
          onClick={() => onSend({ state: 'open' }, t('state.reopened'))}
        >
          {t('state.reopen')}
        </Button>
      )}
    </>
  )
}

const StateLine = ({ job }: { job: EditedJob }) => {
  const { t } = useTranslation('recruiting/editor')
  const language = useLanguage()
  const { state, closed, document } = job
  const day = formatDate(document.deadline, language)
  const isSeen = state === 'open' || state === 'closed'
  return (
    <div className="flex flex-col items-start gap-2 text-sm text-ink-muted">
      <Badge tone={state === 'open' && closed === null ? 'success' : 'neutral'}>
        {t(closed === 'deadline' && isSeen ? 'state.ended' : `state.names.${state}`)}
      </Badge>
      <p>
        {state === 'scheduled' && job.opens_at !== null
          ? t('state.text.scheduled', { date: formatDate(job.opens_at, language, { time: true }) })
          : t(`state.text.${closed === 'deadline' && state === 'open' ? 'ended' : state}`, { day })}
      </p>
      {isSeen && (
        <Link
          to={paths.job(job.id)}
          className="inline-flex min-h-9 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
        >
          {t('state.see')}
        </Link>
      )}
    </div>
  )
}
