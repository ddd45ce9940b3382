import { keepPreviousData, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { openPartnerLink, type PartnerView } from '#contract/job-applications/partner.ts'
import { publicCall } from '#src/core/api/public-call.ts'
import { createQueryClient } from '#src/core/api/query-client.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { LanguageSelect } from '#src/core/i18n/LanguageSelect.tsx'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useLogoUrl } from '#src/core/theme/logo-url.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Logo } from '#src/shared/ui/content/Logo.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { SharedApplication } from './SharedApplication.tsx'

const queryClient = createQueryClient()
const PER_PAGE = 20

/** /recruit/{code}: the applications to one job, for somebody without an account. Read-only. */
export const PartnerPage = () => {
  const code = useLocation().pathname.split('/')[2] ?? ''
  return (
    <QueryClientProvider client={queryClient}>
      <Frame>
        <Shared key={code} code={code} />
      </Frame>
    </QueryClientProvider>
  )
}

const Frame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('recruiting/partner')
  const { client } = runtimeConfig()
  const logo = useLogoUrl(client)
  const name = client?.name ?? ''
  useEffect(() => {
    document.title = `${t('title')} · ${name}`
  }, [t, name])
  return (
    <div className="min-h-dvh bg-surface text-ink">
      <header className="border-b border-line bg-surface-raised">
        <div className="mx-auto flex max-w-4xl items-center justify-between gap-3 px-4 py-3 sm:px-6">
          <Logo name={name} src={logo} />
          <LanguageSelect label={t('language')} />
        </div>
      </header>
      <main id="main" aria-label={t('title')} className="mx-auto max-w-4xl px-4 py-6 sm:px-6 sm:py-10">
        {children}
      </main>
    </div>
  )
}

const Shared = ({ code }: { code: string }) => {
  const { t } = useTranslation('recruiting/partner')
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['partner', code, page],
    queryFn: ({ signal }) =>
      publicCall(openPartnerLink, { body: { code }, query: { page, page_size: PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    // Each look counts and is recorded: none happens without a person.
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (data) return <View view={data} page={page} isFetching={isFetching} onPage={setPage} />
  if (!error) return <Loading />
  const isGone = isApiError(error) && error.status === 404
  return (
    <EmptyState
      role="alert"
      illustration={isGone ? 'search' : 'error'}
      title={t(isGone ? 'gone.title' : 'failed.title')}
      text={t(isGone ? 'gone.text' : 'failed.text')}
      {...(!isGone && {
        action: (
          <Button pending={isFetching} onClick={() => void refetch()}>
            {t('failed.retry')}
          </Button>
        ),
      })}
    />
  )
}

const Loading = () => {
  const { t } = useTranslation('recruiting/partner')
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-4">
      <Skeleton className="h-10 w-2/3 rounded-lg" />
      <Skeleton className="h-56 rounded-xl" />
      <Skeleton className="h-56 rounded-xl" />
    </div>
  )
}

type ViewProps = { view: PartnerView; page: number; isFetching: boolean; onPage: (page: number) => void }

const View = ({ view, page, isFetching, onPage }: ViewProps) => {
  const { t } = useTranslation('recruiting/partner')
  const language = useLanguage()
  const { job, applications } = view
  const go = (next: number) => {
    onPage(next)
    window.scrollTo({ top: 0 })
  }
  return (
    <>
      <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight sm:text-3xl">
        <bdi>{job.title}</bdi>
      </h1>
      <p className="mt-1.5 text-ink-muted">
        <bdi>{job.company}</bdi> · <bdi>{job.location}</bdi>
      </p>
      <p className="mt-3 text-sm text-ink-muted">
        {t('made', { name: view.name, date: formatDate(view.expires_at, language, { time: true }) })}
      </p>
      <h2 className="mt-8 mb-3 text-lg font-semibold">{t('count', { count: applications.count })}</h2>
      {applications.count === 0 ? (
        <p className="text-ink-muted">{t('empty')}</p>
      ) : (
        <ul className="flex flex-col gap-4" aria-busy={isFetching || undefined}>
          {applications.results.map((application) => (
            <SharedApplication key={application.id} application={application} />
          ))}
        </ul>
      )}
      {(applications.next !== null || page > 1) && (
        <nav aria-label={t('pages')} className="mt-6 flex justify-between gap-3">
          <Button variant="secondary" disabled={page === 1} onClick={() => go(page - 1)}>
            {t('previous')}
          </Button>
          <Button
            variant="secondary"
            disabled={applications.next === null}
            pending={isFetching}
            onClick={() => go(page + 1)}
          >
            {t('next')}
          </Button>
        </nav>
      )}
    </>
  )
}
