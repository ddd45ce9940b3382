import { QueryClientProvider } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { createQueryClient } from '#src/core/api/query-client.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { useLogoUrl } from '#src/core/theme/logo-url.ts'
import { rememberReturnPath } from '#src/core/session/return-path.ts'
import { PublicJob } from '#src/features/jobs/index.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Logo } from '#src/shared/ui/content/Logo.tsx'

const queryClient = createQueryClient()

/** /jobs/{jobId} for people who are not signed in: the client's logo, the job, and the way in. */
export const VisitorJobPage = () => {
  const { t } = useTranslation('jobs')
  const { pathname } = useLocation()
  const client = runtimeConfig().client
  const logoUrl = useLogoUrl(client)
  useLanguage()
  const comeBack = () => rememberReturnPath(pathname)
  return (
    <QueryClientProvider client={queryClient}>
      <div className="min-h-dvh bg-surface">
        <header className="sticky top-0 z-20 border-b border-line bg-surface-raised">
          <div className="mx-auto flex h-16 max-w-page items-center justify-between gap-4 px-4 sm:px-6">
            <Link to={paths.login} aria-label={client?.name ?? ''} className="min-w-0">
              <Logo name={client?.name ?? ''} src={logoUrl} />
            </Link>
            <Link
              to={paths.login}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
              onClick={comeBack}
            >
              {t('visitor.signIn')}
            </Link>
          </div>
        </header>
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page px-4 pt-6 pb-16 sm:px-6">
          <PublicJob onSignIn={comeBack} />
        </main>
      </div>
    </QueryClientProvider>
  )
}
