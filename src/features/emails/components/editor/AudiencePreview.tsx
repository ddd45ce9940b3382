import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Campaign, Exclusion } from '#contract/emails/campaigns.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { audienceQuery, PEOPLE_PER_PAGE } from '../../api/campaigns.queries.ts'
import { PeoplePages, Tally } from '../people-parts.tsx'

/** Who would get the saved draft now, and who is left out and why. */
export const AudiencePreview = ({ campaign }: { campaign: Campaign }) => {
  const { t } = useTranslation('emails')
  const [chosen, setChosen] = useState<{ reason: Exclusion | null; page: number }>({ reason: null, page: 1 })
  const audience = useQuery(audienceQuery(campaign, chosen.reason, chosen.page))
  const { data } = audience
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold text-ink">{t('who.title')}</h2>
      {data && (
        <div role="group" aria-label={t('who.filter')} className="flex flex-wrap gap-2">
          <Tally
            count={data.gets}
            isOn={chosen.reason === null}
            label={t('who.gets')}
            onClick={() => setChosen({ reason: null, page: 1 })}
          />
          {data.left_out.map(({ reason, count }) => (
            <Tally
              key={reason}
              count={count}
              isOn={chosen.reason === reason}
              label={t(`exclusion.${reason}`)}
              onClick={() => setChosen({ reason, page: 1 })}
            />
          ))}
        </div>
      )}
      <ListStates
        rows={data?.results}
        query={audience}
        texts={{ loading: t('who.loading'), failed: t('who.failed'), empty: { title: t('who.empty') } }}
        skeleton={{ rows: 5, className: 'h-12' }}
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={`${row.email}-${row.user_id}`} className="flex flex-wrap gap-x-3 py-2.5 text-sm">
                {row.name !== null && <bdi className="font-medium text-ink wrap-anywhere">{row.name}</bdi>}
                <bdi className="text-ink-muted wrap-anywhere">{row.email}</bdi>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <PeoplePages
        page={chosen.page}
        count={data?.count ?? 0}
        perPage={PEOPLE_PER_PAGE}
        onPage={(page) => setChosen({ ...chosen, page })}
      />
    </Card>
  )
}
