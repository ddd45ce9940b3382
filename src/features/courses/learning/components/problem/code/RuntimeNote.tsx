import { useTranslation } from 'react-i18next'
import { formatPercent } from '#src/shared/lib/format.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import type { Runtime } from './use-runtime.ts'

/** The state of the language's runtime; its first use downloads it. */
export const RuntimeNote = ({ runtime, language }: { runtime: Runtime; language: string }) => {
  const { t } = useTranslation('courses/learning/problem')
  const interfaceLanguage = useLanguage()
  if (runtime.broken)
    return (
      <Alert kind="error" title={t('runtime.broken', { language })}>
        {t('runtime.brokenHint')}
      </Alert>
    )
  const { state } = runtime
  const text =
    state.step === 'loading'
      ? t('runtime.loading', { language, percent: formatPercent(state.loaded, interfaceLanguage) })
      : state.step === 'starting'
        ? t('runtime.starting', { language })
        : runtime.running
          ? t('runtime.running')
          : ''
  return (
    <p role="status" className="min-h-5 text-sm text-ink-muted">
      {text}
    </p>
  )
}
