import { useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { EditedJob, JobOptions } from '#contract/job-applications/editor.ts'
import type { JobDocument } from '#contract/jobs/shapes.ts'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { editedJobQuery, jobOptionsQuery, useCreateJob, useSaveJob } from '../api/editor.queries.ts'
import { JobEditor, type JobPreview } from '../components/editor/JobEditor.tsx'
import { RecruitersCard } from '../components/editor/RecruitersCard.tsx'
import { StateCard } from '../components/editor/StateCard.tsx'
import { copiedJob, newJob, typedJobOf } from '../model/job-form.ts'

type Props = { preview: JobPreview }

/** /admin/jobs/new: a new job, or a copy of another one (`?from=`). */
export const NewJobPage = ({ preview }: Props) => {
  const { t } = useTranslation('recruiting/editor')
  const [address] = useSearchParams()
  const from = parseId(address.get('from'))
  const options = useQuery(jobOptionsQuery())
  const original = useQuery({ ...editedJobQuery(from ?? 0), enabled: from !== null })
  const isReady = options.data && (from === null || original.data)
  return (
    <>
      <PageHeader
        above={<BackLink to={adminPaths.jobs}>{t('edit.back')}</BackLink>}
        title={t(from === null ? 'edit.newTitle' : 'edit.copyTitle')}
        text={t('edit.newText')}
      />
      {isReady ? (
        <CreateJob key={from} options={options.data} copied={original.data} preview={preview} />
      ) : (
        <Waiting query={original.isError ? original : options} />
      )}
    </>
  )
}

type CreateProps = Props & { options: JobOptions; copied: EditedJob | undefined }

const CreateJob = ({ options, copied, preview }: CreateProps) => {
  const { t } = useTranslation('recruiting/editor')
  const navigate = useNavigate()
  const notify = useNotify()
  const create = useCreateJob()
  const [lastSent, setLastSent] = useState({ body: '', key: crypto.randomUUID() })
  const [initial] = useState(() => (copied ? copiedJob(copied.document, options) : newJob(options)))
  const send = (document: JobDocument, settle: () => void) => {
    const body = JSON.stringify(document)
    const key = body === lastSent.body ? lastSent.key : crypto.randomUUID()
    setLastSent({ body, key })
    create.mutate(
      { idempotency_key: key, document },
      {
        onSuccess: ({ id }) => {
          settle()
          notify({ kind: 'success', title: t('edit.created') })
          void navigate(adminPaths.jobEdit(id), { replace: true })
        },
      },
    )
  }
  return (
    <JobEditor
      name={copied ? `job-copy-${copied.id}` : 'job-new'}
      initial={initial}
      options={options}
      isNew
      pending={create.isPending}
      error={create.error}
      preview={preview}
      onSave={send}
    />
  )
}

/** /admin/jobs/{id}/edit. */
export const EditJobPage = ({ preview }: Props) => {
  const { t } = useTranslation('recruiting/editor')
  const jobId = parseId(useParams()['jobId']) ?? 0
  const options = useQuery(jobOptionsQuery())
  const job = useQuery(editedJobQuery(jobId))
  const { mayAdminister } = roleFlags(useAppSelector(selectUser).role)
  const document = job.data?.document
  return (
    <>
      <PageHeader
        above={<BackLink to={adminPaths.job(jobId)}>{t('edit.backToJob')}</BackLink>}
        title={t('edit.title')}
        {...(document && { text: <bdi>{document.texts[document.language]?.title}</bdi> })}
        actions={
          mayAdminister &&
          document && (
            <Link
              to={`${adminPaths.jobNew}?from=${jobId}`}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              <Copy aria-hidden="true" size={18} />
              {t('edit.duplicate')}
            </Link>
          )
        }
      />
      {options.data && job.data ? (
        <UpdateJob key={jobId} job={job.data} options={options.data} preview={preview} />
      ) : (
        <Waiting query={job.isError ? job : options} />
      )}
    </>
  )
}

const UpdateJob = ({ job, options, preview }: Props & { job: EditedJob; options: JobOptions }) => {
  const { t } = useTranslation('recruiting/editor')
  const notify = useNotify()
  const save = useSaveJob(job.id)
  const { mayAdminister } = roleFlags(useAppSelector(selectUser).role)
  const [editedRevision, setEditedRevision] = useState(job.revision)
  const hasNewer = job.revision !== editedRevision && !save.isPending
  const send = (document: JobDocument, settle: () => void) =>
    save.mutate(
      { revision: editedRevision, document },
      {
        onSuccess: (saved) => {
          setEditedRevision(saved.revision)
          settle()
          notify({ kind: 'success', title: t('edit.saved') })
        },
      },
    )
  return (
    <JobEditor
      name={`job-${job.id}`}
      initial={typedJobOf(job.document, options.currency)}
      options={options}
      isNew={false}
      pending={save.isPending}
      error={save.error}
      preview={preview}
      onSave={send}
      {...(hasNewer && {
        onConflictSeen: () => {
          setEditedRevision(job.revision)
          save.reset()
        },
      })}
      aside={({ isChanged, change, giveUp }) => (
        <>
          <StateCard
            job={job}
            today={options.today}
            isChanged={isChanged}
            onChanged={(next) => {
              // One's own new deadline is no conflict with what one types.
              if (next.revision !== job.revision + 1 || job.revision !== editedRevision) return
              setEditedRevision(next.revision)
              change({ deadline: next.document.deadline })
            }}
            onDeleted={giveUp}
          />
          <RecruitersCard job={job} people={options.recruiters} mayAssign={mayAdminister} />
        </>
      )}
    />
  )
}

type Query = { isError: boolean; error: unknown; isFetching: boolean; refetch: () => unknown }

/** What stands while the data loads, or why it did not. */
const Waiting = ({ query }: { query: Query }) => {
  const { t } = useTranslation('recruiting/editor')
  if (query.isError)
    return (
      <FailedPage
        say={(key) => t(`page.${key}`)}
        error={query.error}
        missing={t('page.missing')}
        pending={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-4">
      <span className="sr-only">{t('page.loading')}</span>
      <Skeleton className="h-40 rounded-xl" />
      <Skeleton className="h-96 rounded-xl" />
    </div>
  )
}
