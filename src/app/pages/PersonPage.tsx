import { QueryClientProvider } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { createQueryClient } from '#src/core/api/query-client.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { paths } from '#src/core/paths.ts'
import { rememberReturnPath } from '#src/core/session/return-path.ts'
import { storedUser } from '#src/core/session/session.ts'
import { useLogoUrl } from '#src/core/theme/logo-url.ts'
import { PublicProfilePage } from '#src/features/profile/index.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Logo } from '#src/shared/ui/content/Logo.tsx'

const queryClient = createQueryClient()

/** /people/{handle}: a public profile below the client's logo, with the way into the product. */
export const PersonPage = () => {
  const { t } = useTranslation('profile')
  const { pathname } = useLocation()
  const { client } = runtimeConfig()
  const logoUrl = useLogoUrl(client)
  const isMember = storedUser() !== null
  const target = isMember ? paths.home : paths.login
  return (
    <QueryClientProvider client={queryClient}>
      <div className="min-h-dvh bg-surface text-ink">
        <header className="border-b border-line bg-surface-raised">
          <div className="mx-auto flex h-16 max-w-3xl items-center justify-between gap-4 px-4 sm:px-6">
            <Link
              to={target}
              aria-label={client?.name ?? ''}
              className="inline-flex min-h-11 min-w-0 items-center"
            >
              <Logo name={client?.name ?? ''} src={logoUrl} />
            </Link>
            <Link
              to={target}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
              onClick={() => !isMember && rememberReturnPath(pathname)}
            >
              {t(isMember ? 'public.home' : 'public.signIn')}
            </Link>
          </div>
        </header>
        <main id="main" tabIndex={-1} className="mx-auto max-w-3xl px-4 py-8 sm:px-6 sm:py-12">
          <PublicProfilePage />
        </main>
      </div>
    </QueryClientProvider>
  )
}
