import { useEffect, type ReactNode } from 'react'
import { Logo } from './content/Logo.tsx'

interface Props {
  /** For the window; null until it is known. */
  title: string | null
  /** Whose page it is. */
  client: { name: string; logo: string; supportEmail: string | null }
  homePath: string
  /** The accessible name of the content. */
  label: string
  /** Beside the logo: the choice of language. */
  tools: ReactNode
  children: ReactNode
}

/** The client's logo above a page that anybody may open, and whom to ask below it. */
export const PublicFrame = ({ title, client, homePath, label, tools, children }: Props) => {
  const { name, logo, supportEmail } = client
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <div className="min-h-dvh bg-surface text-ink">
      <header className="border-b border-line bg-surface-raised">
        <div className="mx-auto flex max-w-5xl items-center justify-between gap-3 px-4 py-3 sm:px-6">
          <a href={homePath} className="min-w-0 rounded-lg">
            <Logo name={name} src={logo} />
          </a>
          {tools}
        </div>
      </header>
      <main id="main" aria-label={label} className="mx-auto max-w-5xl px-4 py-6 sm:px-6 sm:py-10">
        {children}
      </main>
      {supportEmail !== null && (
        <footer className="px-4 pb-8 text-center text-sm text-ink-muted safe-bottom">
          <a className="inline-flex min-h-11 items-center underline" href={`mailto:${supportEmail}`}>
            <bdi>{supportEmail}</bdi>
          </a>
        </footer>
      )}
    </div>
  )
}
