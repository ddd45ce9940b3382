import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { adminPaths } from '#src/core/admin-paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { campaignQuery } from '../api/campaigns.queries.ts'
import { stateLabel, STATE_TONES } from '../model/filters.ts'
import { Editor } from './editor/Editor.tsx'
import { Result } from './result/Result.tsx'

/** One campaign: the editor of a draft, or what came of it. */
export const CampaignPage = ({ id }: { id: string }) => {
  const { t } = useTranslation('emails')
  const campaign = useQuery(campaignQuery(id))
  const { data } = campaign
  return (
    <>
      <PageHeader
        above={
          data?.automation ? (
            <BackLink to={`${adminPaths.emails}?part=automations`}>{t('automation.back')}</BackLink>
          ) : (
            <BackLink to={adminPaths.emails}>{t('back')}</BackLink>
          )
        }
        title={data ? <bdi className="wrap-anywhere">{data.name}</bdi> : t('title')}
        {...(data && { actions: <Badge tone={STATE_TONES[data.state]}>{t(stateLabel(data))}</Badge> })}
      />
      {data ? (
        data.state === 'draft' ? (
          <Editor key={data.id} campaign={data} />
        ) : (
          <Result campaign={data} />
        )
      ) : campaign.isError ? (
        <FailedPage
          say={(key) => t(`load.${key}`)}
          error={campaign.error}
          missing={t('load.missing')}
          pending={campaign.isFetching}
          onRetry={() => void campaign.refetch()}
        />
      ) : (
        <div role="status" aria-busy="true">
          <span className="sr-only">{t('loading')}</span>
          <Skeleton className="h-96 rounded-xl" />
        </div>
      )}
    </>
  )
}
