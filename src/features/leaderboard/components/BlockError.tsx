import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'

type Props = { error: unknown; fallback: string; pending: boolean; onRetry: () => void }

/** The error of a block, with a retry button. */
export const BlockError = ({ error, fallback, pending, onRetry }: Props) => {
  const { t } = useTranslation('leaderboard')
  return (
    <div role="alert" className="flex flex-col items-start gap-3 text-sm text-ink">
      <p>{errorText(error, fallback)}</p>
      <Button size="sm" variant="secondary" pending={pending} onClick={onRetry}>
        {t('leaders.retry')}
      </Button>
    </div>
  )
}
