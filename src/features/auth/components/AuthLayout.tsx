import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Logo } from '#src/shared/ui/content/Logo.tsx'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useTenant } from '../hooks/use-tenant.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { BrandPanel } from './BrandPanel.tsx'
import { PageTools } from './PageTools.tsx'

interface Props {
  title: string
  /** The page's name in the window title. */
  documentTitle: string
  lead?: ReactNode
  children: ReactNode
  footer?: ReactNode
}

/** The layout of the pages before sign-in: the client's brand beside the form; on phones only the form. */
export const AuthLayout = ({ title, documentTitle, lead, children, footer }: Props) => {
  const { t } = useTranslation('auth')
  const tenant = useTenant()
  usePageTitle(documentTitle, tenant.name)
  return (
    <div className="flex min-h-dvh bg-surface text-ink">
      <BrandPanel />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex items-center justify-between gap-3 p-4 sm:px-6">
          <span className="min-w-0 lg:invisible">
            <Logo name={tenant.name} src={tenant.logo} />
          </span>
          <PageTools />
        </header>
        <main
          aria-label={t('page.main')}
          className="flex flex-1 justify-center px-4 pb-8 sm:px-6 lg:items-start lg:pt-[8vh]"
        >
          <div className="w-full max-w-md">
            <Card className="border-transparent bg-transparent px-0 pb-0 sm:border-line sm:pb-6 sm:bg-surface-raised sm:px-8">
              <h1 className="text-2xl font-bold">{title}</h1>
              {lead && <div className="mt-2 text-ink-muted">{lead}</div>}
              <div className="mt-6">{children}</div>
            </Card>
            {footer && <div className="text-center text-sm text-ink-muted sm:mt-4">{footer}</div>}
          </div>
        </main>
        {tenant.support && (
          <footer className="px-4 pb-6 text-center text-sm text-ink-muted safe-bottom">
            <a className="inline-flex min-h-11 items-center underline" href={`mailto:${tenant.support}`}>
              {t('page.support', { email: isolated(tenant.support) })}
            </a>
          </footer>
        )}
      </div>
    </div>
  )
}
