import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import type { acceptInvitation, getInvitation } from '#contract/students/invite-links.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { paths } from '#src/core/paths.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Burst } from '#src/shared/ui/feedback/Burst.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { LazyIllustration } from '#src/shared/ui/feedback/LazyIllustration.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { accept, invitationQuery } from '../api/join.queries.ts'

type Invitation = ResponseOf<typeof getInvitation>
type Joined = ResponseOf<typeof acceptInvitation>

/** /join/:code: what somebody handed out. Joining needs a press, so that opening a link changes nothing. */
export const JoinPage = () => {
  const { t } = useTranslation('join')
  const code = useParams()['code'] ?? ''
  const invitation = useQuery(invitationQuery(code))
  return (
    <>
      <PageHeader title={t('title')} />
      {invitation.data ? (
        <Invited key={code} code={code} invitation={invitation.data} />
      ) : invitation.isError ? (
        <Failed error={invitation.error} onRetry={() => void invitation.refetch()} />
      ) : (
        <div role="status" aria-busy="true">
          <span className="sr-only">{t('loading')}</span>
          <Skeleton className="h-80 max-w-xl rounded-xl" />
        </div>
      )}
    </>
  )
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const { t } = useTranslation('join')
  const isUnknown = isApiError(error) && ['not_found', 'feature_off', 'invalid'].includes(error.code)
  return isUnknown ? (
    <EmptyState title={t('unknown')} text={t('askAgain')} action={<Home />} />
  ) : (
    <EmptyState
      title={t('failed')}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  )
}

const Home = () => {
  const { t } = useTranslation('join')
  return (
    <Link to={paths.home} className={buttonClass({ variant: 'secondary' })}>
      {t('home')}
    </Link>
  )
}

const ToCourse = ({ course }: { course: NonNullable<Joined['course']> }) => {
  const { t } = useTranslation('join')
  return (
    <Link to={paths.course(course.id)} className={buttonClass({})}>
      {t('toCourse')}
    </Link>
  )
}

const Invited = ({ code, invitation }: { code: string; invitation: Invitation }) => {
  const { t } = useTranslation('join')
  const queries = useQueryClient()
  const join = useMutation({
    mutationFn: () => accept(code),
    // Another person may have taken the last place: then the page says so.
    onSettled: () => void queries.invalidateQueries(),
  })
  if (join.data) return <Done joined={join.data} />
  const { course, state, has_joined: hasJoined } = invitation
  if (state !== 'open' && !hasJoined)
    return <EmptyState title={t(`states.${state}`)} text={t('askAgain')} action={<Home />} />
  return (
    <Panel
      text={
        course
          ? t(hasJoined ? 'joinedCourse' : 'toJoinCourse', { course: isolated(course.title) })
          : t(hasJoined ? 'joined' : 'toJoin')
      }
    >
      {join.error && <Alert kind="error">{errorText(join.error, t('joinFailed'))}</Alert>}
      {hasJoined ? (
        course ? (
          <ToCourse course={course} />
        ) : (
          <Home />
        )
      ) : (
        <Button pending={join.isPending} onClick={() => join.mutate()}>
          {t('join')}
        </Button>
      )}
    </Panel>
  )
}

const Done = ({ joined: { course, outcome } }: { joined: Joined }) => {
  const { t } = useTranslation('join')
  if (!course || outcome === null)
    return (
      <Panel isNew text={t('joined')}>
        <Home />
      </Panel>
    )
  return (
    <Panel isNew={outcome === 'done'} text={t(`outcomes.${outcome}`, { course: isolated(course.title) })}>
      <ToCourse course={course} />
    </Panel>
  )
}

type PanelProps = { text: string; isNew?: boolean; children: ReactNode }

/** `isNew`: somebody has just joined, which is worth a moment. */
const Panel = ({ text, isNew = false, children }: PanelProps) => (
  <Card className="relative max-w-xl">
    {isNew && <Burst size="lg" />}
    <div className="flex flex-col items-center gap-5 py-6 text-center">
      <LazyIllustration name={isNew ? 'podium' : 'start'} />
      <p role="status" className="text-lg text-balance text-ink">
        {text}
      </p>
      {children}
    </div>
  </Card>
)
