import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'

/** Access denied; "Go to Home" replaces the history entry (spec 2: Route guard). */
export const AccessDenied = () => {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  return (
    <EmptyState
      as="h1"
      illustration="denied"
      title={t('access.denied.title')}
      text={t('access.denied.text')}
      action={
        <Button onClick={() => void navigate(paths.home, { replace: true })}>
          {t('access.denied.home')}
        </Button>
      }
    />
  )
}
