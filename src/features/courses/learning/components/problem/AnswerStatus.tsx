import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { localeOf } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import type { AnswerState } from './use-answer.ts'

const ICONS = { saving: RefreshCw, waiting: CloudOff, saved: CloudCheck } as const

/** Whether the answer is saved on the server, such as "Saved 12:03". */
export const SaveStatus = ({ state }: { state: AnswerState['save'] }) => {
  const { t } = useTranslation('courses/learning/problem')
  const language = useLanguage()
  const Icon = state.kind === 'untouched' ? null : ICONS[state.kind]
  const text =
    state.kind === 'saved'
      ? t('save.saved', {
          time: new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short' }).format(
            new Date(state.at),
          ),
        })
      : state.kind === 'untouched'
        ? ''
        : t(`save.${state.kind}`)
  return (
    <p role="status" className="flex min-h-6 items-center gap-1.5 text-sm text-ink-muted">
      {Icon && <Icon aria-hidden="true" size={16} />}
      {text}
    </p>
  )
}

/** Two devices saved different answers: the person chooses one, and both are kept until then. */
export const ConflictNote = ({ state }: { state: AnswerState }) => {
  const { t } = useTranslation('courses/learning/problem')
  const language = useLanguage()
  if (!state.conflict) return null
  const time = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(state.conflict.saved_at))
  return (
    <Alert
      kind="warning"
      title={t('conflict.title')}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => state.resolve(false)}>
            {t('conflict.theirs')}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => state.resolve(true)}>
            {t('conflict.mine')}
          </Button>
        </div>
      }
    >
      {t('conflict.text', { time })}
    </Alert>
  )
}
