import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { Outcome } from '#contract/workshops/public.ts'
import type { PublicWorkshop } from '#contract/workshops/shapes.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import type { Own } from '../api/public-calls.ts'
import { OutcomePanel } from '../components/OutcomePanel.tsx'
import { OwnPanel } from '../components/OwnPanel.tsx'
import { RegistrationForm } from '../components/RegistrationForm.tsx'
import { WorkshopFrame } from '../components/WorkshopFrame.tsx'
import { WorkshopIntro } from '../components/WorkshopIntro.tsx'
import { tokenIn, useWorkshopPage, type LoadedPage } from '../hooks/use-workshop-page.ts'

/** /w/{code}: a workshop for everybody, its form, and the registration behind the link in a mail. */
export const WorkshopPage = () => {
  const { pathname, hash } = useLocation()
  const { t } = useTranslation('workshops')
  const code = pathname.split('/')[2] ?? ''
  const { state, retry, show } = useWorkshopPage(code, tokenIn(hash))
  if (state.status === 'loading')
    return (
      <WorkshopFrame title={null}>
        <Loading />
      </WorkshopFrame>
    )
  if (state.status === 'ready')
    return (
      <WorkshopFrame title={state.loaded.page.workshop.title}>
        <Loaded loaded={state.loaded} onOwn={show} />
      </WorkshopFrame>
    )
  return (
    <WorkshopFrame title={t(`${state.status}.title`)}>
      <div className="mx-auto max-w-md py-12 text-center">
        <h1 tabIndex={-1} className="text-2xl font-bold">
          {t(`${state.status}.title`)}
        </h1>
        <p className="mt-2 text-ink-muted">{t(`${state.status}.text`)}</p>
        {state.status === 'failed' && (
          <Button className="mt-6" onClick={retry}>
            {t('failed.retry')}
          </Button>
        )}
      </div>
    </WorkshopFrame>
  )
}

const COLUMNS = 'grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-12'

const Loading = () => {
  const { t } = useTranslation('workshops')
  return (
    <div role="status" aria-label={t('loading')} className={COLUMNS}>
      <div>
        <Skeleton className="aspect-video max-h-72 w-full rounded-2xl" />
        <Skeleton className="mt-5 h-9 w-3/4 rounded-lg" />
        <Skeleton className="mt-5 h-40 w-full rounded-lg" />
      </div>
      <Skeleton className="h-96 w-full rounded-xl" />
    </div>
  )
}

const Loaded = ({ loaded, onOwn }: { loaded: LoadedPage; onOwn: (own: Own | null) => void }) => {
  const { t } = useTranslation('workshops')
  const { own, page, isLinkBroken } = loaded
  const workshop = own?.registration.workshop ?? page.workshop
  return (
    <div className={COLUMNS}>
      <WorkshopIntro workshop={workshop} />
      <div className="flex flex-col gap-4 lg:sticky lg:top-6">
        {isLinkBroken && <Alert kind="warning">{t('errors.link')}</Alert>}
        <Panel loaded={loaded} workshop={workshop} onOwn={onOwn} />
      </div>
    </div>
  )
}

type Closed = 'cancelled' | 'past' | 'closed' | 'started'

/** Why nobody can register; null while people can. */
const closedBecause = ({ state, starts_at: start }: PublicWorkshop): Closed | null => {
  if (state === 'cancelled' || state === 'past' || state === 'closed') return state
  return new Date(start).getTime() <= Date.now() ? 'started' : null
}

interface PanelProps {
  loaded: LoadedPage
  workshop: PublicWorkshop
  onOwn: (own: Own | null) => void
}

const Panel = ({ loaded, workshop, onOwn }: PanelProps): ReactNode => {
  const { t } = useTranslation('workshops')
  const [sent, setSent] = useState<{ outcome: Outcome; email: string } | null>(null)
  const { own, page, account } = loaded
  const closed = closedBecause(workshop)
  const hasNone = own === null || own.registration.status === 'cancelled'
  return (
    <>
      {own && (
        <Card>
          <OwnPanel own={own} onChange={onOwn} />
        </Card>
      )}
      {closed && <Alert kind={closed === 'cancelled' ? 'warning' : 'info'}>{t(`state.${closed}`)}</Alert>}
      {hasNone && !closed && (
        <Card>
          {sent ? (
            <OutcomePanel {...sent} onAgain={() => setSent(null)} />
          ) : (
            <RegistrationForm
              page={{ ...page, workshop }}
              account={account}
              onOutcome={(outcome, email) => setSent({ outcome, email })}
              onOwn={onOwn}
            />
          )}
        </Card>
      )}
    </>
  )
}
