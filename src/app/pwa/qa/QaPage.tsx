import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLogoUrl } from '#src/core/theme/logo-url.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { paths } from '#src/core/paths.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Logo } from '#src/shared/ui/content/Logo.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { CopyReport } from './CopyReport.tsx'
import { FactList } from './FactList.tsx'
import type { Group } from './report.ts'

interface Props {
  title: string
  text: string
  other: { to: string; label: string }
  actions: ReactNode
  hint?: string
  /** The result of the last action. */
  said?: string | null
  groups: readonly Group[]
  children?: ReactNode
}

const LINK = 'inline-flex min-h-11 items-center font-medium text-primary-text underline underline-offset-4'

/** The frame of both pages for testers: actions, facts, and a button that copies everything as text. */
export const QaPage = ({ title, text, other, actions, hint, said, groups, children }: Props) => {
  const { t } = useTranslation('pwa')
  const { client } = runtimeConfig()
  const logoUrl = useLogoUrl(client)
  return (
    <main id="main" className="mx-auto min-h-dvh max-w-6xl bg-surface p-4 text-ink sm:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {client && <Logo name={client.name} src={logoUrl} />}
        <nav aria-label={title} className="flex flex-wrap gap-x-5">
          <Link to={other.to} className={LINK}>
            {other.label}
          </Link>
          <a href={paths.home} className={LINK}>
            {t('qa.back')}
          </a>
        </nav>
      </div>
      <PageHeader title={title} text={text} />
      <Card as="section" className="mb-4">
        <h2 className="text-lg font-semibold">{t('qa.actions')}</h2>
        {hint && <p className="mt-1 max-w-reading text-sm text-ink-muted">{hint}</p>}
        <div className="mt-3 flex flex-wrap gap-3">
          {actions}
          <CopyReport title={title} groups={groups} />
        </div>
        <p role="status" className="mt-2 text-sm text-ink-muted empty:hidden">
          {said}
        </p>
      </Card>
      <div className="gap-4 lg:columns-2 *:mb-4 *:break-inside-avoid">
        {groups.map((group) => (
          <FactList key={group.title} {...group} />
        ))}
      </div>
      {children}
    </main>
  )
}
