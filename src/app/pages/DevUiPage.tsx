import { directionOf } from '#contract/languages.ts'
import { useLayoutEffect, useRef } from 'react'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { applyTheme } from '#src/core/theme/apply-theme.ts'
import { defaultTheme } from '#src/core/theme/default-theme.ts'
import type { Mode } from '#contract/client-info/theme-roles.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { UiProvider } from '#src/shared/ui/UiProvider.tsx'
import { Controls } from './dev-ui/Controls.tsx'
import { Display } from './dev-ui/Display.tsx'
import { Overlays } from './dev-ui/Overlays.tsx'
import { samples } from './dev-ui/samples.ts'

const FRAMES = [
  { mode: 'light', language: 'en' },
  { mode: 'dark', language: 'en' },
  { mode: 'light', language: 'ar' },
  { mode: 'dark', language: 'ar' },
] as const

/**
 * Every component of the design system in both modes and both directions, in the client's theme. For
 * developers.
 */
export const DevUiPage = () => (
  <main id="main" className="p-4 sm:p-6">
    <PageHeader title="Design system" text={runtimeConfig().client?.name} />
    <div className="grid gap-6 lg:grid-cols-2 2xl:grid-cols-4">
      {FRAMES.map((frame) => (
        <Frame key={`${frame.mode}-${frame.language}`} {...frame} />
      ))}
    </div>
  </main>
)

const Frame = ({ mode, language }: { mode: Mode; language: 'en' | 'ar' }) => {
  const section = useRef<HTMLElement>(null)
  const direction = directionOf(language)
  const s = samples[language]
  useLayoutEffect(() => {
    if (section.current)
      applyTheme(runtimeConfig().client?.theme_settings ?? defaultTheme, mode, section.current)
  }, [mode])
  return (
    <UiProvider direction={direction}>
      <section
        ref={section}
        lang={language}
        dir={direction}
        aria-label={`${mode}, ${direction}`}
        className="min-w-0 rounded-2xl border border-line bg-surface px-4 text-ink sm:px-6"
      >
        <h2 className="pt-6 text-xl font-bold">{`${mode} · ${direction}`}</h2>
        <Controls s={s} />
        <Display s={s} frame={mode} />
        <Overlays s={s} frame={mode} />
      </section>
    </UiProvider>
  )
}
