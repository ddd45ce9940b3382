import type { ReactNode } from 'react'
import { useLogoUrl } from '#src/core/theme/logo-url.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import type { IllustrationName } from '#src/shared/ui/feedback/Illustration.tsx'
import { Logo } from '#src/shared/ui/content/Logo.tsx'

interface Props {
  illustration: IllustrationName
  title: string
  text: string
  action?: ReactNode
  role?: 'alert' | 'status'
}

/** A whole-page message with the client's logo: before the shell, or instead of it. */
export const StartScreen = ({ illustration, title, text, action, role }: Props) => {
  const { client } = runtimeConfig()
  const logoUrl = useLogoUrl(client)
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-2 bg-surface p-4 text-ink">
      {client && <Logo name={client.name} src={logoUrl} />}
      <EmptyState
        as="h1"
        illustration={illustration}
        title={title}
        text={<span dir="auto">{text}</span>}
        action={action}
        {...(role ? { role } : {})}
      />
    </main>
  )
}
