import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { LINK_FILTERS } from './link-filters.ts'
import { newForm } from './link-draft.ts'
import { LinkFormFields } from './LinkFormFields.tsx'
import { linkQuery, linksQuery } from './links.queries.ts'

/** A new link, or a copy of another one. */
export const NewLink = ({ from }: { from: number | null }) => {
  const { t } = useTranslation('money/links')
  const navigate = useNavigate()
  const list = useQuery(linksQuery(LINK_FILTERS.empty))
  const copied = useQuery({ ...linkQuery(from ?? 0), enabled: from !== null })
  const failed = list.isError ? list : copied.isError ? copied : null
  const isReady = list.data !== undefined && (from === null || copied.data !== undefined)
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        above={<BackLink to="?">{t('back')}</BackLink>}
        title={t(from === null ? 'form.heading' : 'form.copyTitle')}
      />
      {isReady ? (
        <LinkFormFields
          first={newForm(list.data.today, list.data.currency, copied.data?.link ?? null)}
          today={list.data.today}
          onDone={(id) => void navigate(`?open=${id}`, { replace: true })}
        />
      ) : failed ? (
        <Alert kind="error" action={<Button onClick={() => void failed.refetch()}>{t('retry')}</Button>}>
          {t('failed')}
        </Alert>
      ) : (
        <Skeleton className="h-96 w-full rounded-xl" />
      )}
    </div>
  )
}
