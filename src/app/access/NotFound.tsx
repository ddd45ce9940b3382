import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'

/** The 404 page with "return home" and "go back" (spec 2: Unknown paths). */
export const NotFound = () => {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  return (
    <EmptyState
      as="h1"
      illustration="notFound"
      title={t('access.notFound.title')}
      text={t('access.notFound.text')}
      action={
        <>
          <Button onClick={() => void navigate(paths.home)}>{t('access.notFound.home')}</Button>
          <Button variant="secondary" onClick={() => void navigate(-1)}>
            {t('access.notFound.back')}
          </Button>
        </>
      }
    />
  )
}
