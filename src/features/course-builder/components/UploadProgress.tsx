import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import type { UploadState } from '#src/core/editing/upload.ts'

const MEGABYTE = 1024 * 1024

type Props = {
  name: string
  state: Exclude<UploadState<unknown>, { phase: 'done' | 'failed' }>
  /** The text while the server processes the file; by default it says that the file is checked. */
  checking?: string
  /** Actions on the upload. */
  children?: React.ReactNode
}

/** The name of a file and its upload progress. */
export const UploadProgress = ({ name, state, checking, children }: Props) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  const megabytes = (bytes: number) => formatNumber(bytes / MEGABYTE, language, { maximumFractionDigits: 1 })
  const progressText = t('upload.progress', { sent: megabytes(state.sent), total: megabytes(state.total) })
  return (
    <>
      <p className="flex font-medium">
        <bdi className="truncate">{name}</bdi>
      </p>
      <Progress
        value={state.total > 0 ? (state.sent / state.total) * 100 : 0}
        label={t('upload.label', { name })}
        valueText={progressText}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-sm text-ink-muted">
          {state.phase === 'checking' && checking ? checking : t(`upload.${state.phase}`)}{' '}
          <span aria-hidden="true">{progressText}</span>
        </p>
        {children}
      </div>
    </>
  )
}
