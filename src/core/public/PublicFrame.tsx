import { useEffect, type ReactNode } from 'react'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { LanguageSelect } from '#src/core/i18n/LanguageSelect.tsx'
import { paths } from '#src/core/paths.ts'
import { useLogoUrl } from '#src/core/theme/logo-url.ts'
import { Logo } from '#src/shared/ui/content/Logo.tsx'

interface Props {
  /** For the window; null until it is known. */
  title: string | null
  /** The names of the choice of language and of the page's content. */
  labels: { language: string; main: string }
  children: ReactNode
}

/** The client's logo and the language, above a page that anybody may open. */
export const PublicFrame = ({ title, labels, children }: Props) => {
  const { client } = runtimeConfig()
  const logo = useLogoUrl(client)
  const name = client?.name ?? ''
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <div className="min-h-dvh bg-surface text-ink">
      <header className="border-b border-line bg-surface-raised">
        <div className="mx-auto flex max-w-5xl items-center justify-between gap-3 px-4 py-3 sm:px-6">
          <a href={paths.home} className="min-w-0 rounded-lg">
            <Logo name={name} src={logo} />
          </a>
          <LanguageSelect label={labels.language} />
        </div>
      </header>
      <main id="main" aria-label={labels.main} className="mx-auto max-w-5xl px-4 py-6 sm:px-6 sm:py-10">
        {children}
      </main>
      {client?.support_email && (
        <footer className="px-4 pb-8 text-center text-sm text-ink-muted safe-bottom">
          <a className="inline-flex min-h-11 items-center underline" href={`mailto:${client.support_email}`}>
            <bdi>{client.support_email}</bdi>
          </a>
        </footer>
      )}
    </div>
  )
}
