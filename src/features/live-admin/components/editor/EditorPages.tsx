import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { LiveOptions, SeriesScope, StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import {
  optionsQuery,
  sessionQuery,
  useCreateSession,
  useUpdateSession,
} from '../../api/live-admin.queries.ts'
import { isDay } from '../../model/calendar.ts'
import { sessionLink } from '../../model/planner-address.ts'
import { bodyOf, newSession, repeatOf, typedSessionOf, type TypedSession } from '../../model/session-form.ts'
import { SessionEditor } from './SessionEditor.tsx'

/** A new session; a repeated press of the same plan keeps its key and plans nothing twice. */
export const NewSessionPage = () => {
  const { t } = useTranslation('live-admin')
  const [address] = useSearchParams()
  const options = useQuery(optionsQuery())
  const kind = address.get('kind') === 'webinar' ? 'webinar' : 'class'
  const day = address.get('day')
  return (
    <>
      <PageHeader
        above={<BackLink to={adminPaths.live}>{t('edit.back')}</BackLink>}
        title={t(kind === 'webinar' ? 'edit.newWebinar' : 'edit.newTitle')}
      />
      {options.data ? (
        <CreateSession options={options.data} kind={kind} day={isDay(day) ? day : null} />
      ) : (
        <Waiting query={options} />
      )}
    </>
  )
}

type CreateProps = { options: LiveOptions; kind: 'class' | 'webinar'; day: string | null }

const CreateSession = ({ options, kind, day }: CreateProps) => {
  const { t } = useTranslation('live-admin')
  const navigate = useNavigate()
  const notify = useNotify()
  const create = useCreateSession()
  const { mayAdminister } = roleFlags(useAppSelector(selectUser).role)
  const [lastSent, setLastSent] = useState({ body: '', key: crypto.randomUUID() })
  const [initial] = useState(() =>
    newSession({
      kind,
      zone: options.time_zone,
      now: new Date(),
      day,
      host: options.hosts[0] ?? null,
      mayInviteEveryone: mayAdminister,
    }),
  )
  const send = (typed: TypedSession, { isPastOk }: { isPastOk: boolean }, settle: () => void) => {
    const plan = { ...bodyOf(typed), repeat: repeatOf(typed) }
    const body = JSON.stringify(plan)
    const key = body === lastSent.body ? lastSent.key : crypto.randomUUID()
    setLastSent({ body, key })
    create.mutate(
      { ...plan, idempotency_key: key, past_ok: isPastOk },
      {
        onSuccess: ({ id }) => {
          settle()
          notify({ kind: 'success', title: t('edit.planned') })
          void navigate(sessionLink(id), { replace: true })
        },
      },
    )
  }
  return (
    <SessionEditor
      name={`live-session-new-${kind}`}
      initial={initial}
      options={options}
      sessionId={null}
      isSeries={false}
      mayInviteEveryone={mayAdminister}
      pending={create.isPending}
      error={create.error}
      onSave={send}
    />
  )
}

export const EditSessionPage = ({ sessionId }: { sessionId: number }) => {
  const { t } = useTranslation('live-admin')
  const options = useQuery(optionsQuery())
  const session = useQuery(sessionQuery(sessionId))
  return (
    <>
      <PageHeader
        above={<BackLink to={sessionLink(sessionId)}>{t('edit.backToSession')}</BackLink>}
        title={t('edit.title')}
        {...(session.data && { text: <bdi>{session.data.title}</bdi> })}
      />
      {options.data && session.data ? (
        <UpdateSession options={options.data} session={session.data} />
      ) : (
        <Waiting query={session.isError ? session : options} />
      )}
    </>
  )
}

const UpdateSession = ({ options, session }: { options: LiveOptions; session: StaffSessionDetail }) => {
  const { t } = useTranslation('live-admin')
  const navigate = useNavigate()
  const notify = useNotify()
  const update = useUpdateSession(session.id)
  const { mayAdminister } = roleFlags(useAppSelector(selectUser).role)
  const [editedRevision, setEditedRevision] = useState(session.revision)
  const hasNewer = session.revision !== editedRevision && !update.isPending && !update.isSuccess
  const send = (
    typed: TypedSession,
    { isPastOk, scope }: { isPastOk: boolean; scope: SeriesScope },
    settle: () => void,
  ) =>
    update.mutate(
      { ...bodyOf(typed), revision: editedRevision, scope, past_ok: isPastOk },
      {
        onSuccess: (saved) => {
          setEditedRevision(saved.revision)
          settle()
          notify({ kind: 'success', title: t('edit.saved') })
          void navigate(sessionLink(session.id), { replace: true })
        },
      },
    )
  return (
    <SessionEditor
      name={`live-session-${session.id}`}
      initial={typedSessionOf(session)}
      options={options}
      sessionId={session.id}
      isSeries={session.series !== null && session.series.remaining > 1}
      mayInviteEveryone={mayAdminister || session.audience === 'everyone'}
      pending={update.isPending}
      error={update.error}
      onSave={send}
      {...(hasNewer && {
        onConflictSeen: () => {
          setEditedRevision(session.revision)
          update.reset()
        },
      })}
    />
  )
}

type Query = { isError: boolean; error: unknown; isFetching: boolean; refetch: () => unknown }

/** What stands while the data loads, or why it did not. */
export const Waiting = ({ query }: { query: Query }) => {
  const { t } = useTranslation('live-admin')
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
